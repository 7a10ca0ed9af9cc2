"use client";

import Link from "next/link";
import { CheckboxField, useField } from "#components/form/fields";
import { Notice } from "#components/ui/notice";
import type { Recipient } from "#lib/recipients/schema";

type RecipientChoiceProps = {
  recipients: readonly Pick<Recipient, "id" | "email" | "status">[];
  selectedIds?: readonly string[];
  hint: string;
};

/** The recipients that a form notifies. Only verified ones can be selected. */
export function RecipientChoice({ recipients, selectedIds = [], hint }: RecipientChoiceProps) {
  const { error, hintId, errorId, control } = useField("recipientIds", "recipientIds", true);
  return (
    <fieldset aria-describedby={control["aria-describedby"]}>
      <legend className="font-medium">Recipients</legend>
      <p id={hintId} className="mt-1 text-pretty text-muted-foreground">
        {hint}
      </p>
      <div className="mt-3 grid gap-3">
        {recipients.length === 0 ? (
          <Notice tone="warning">
            No recipients yet.{" "}
            <Link href="/recipients" className="link">
              Add a recipient
            </Link>{" "}
            and open the link in the confirmation email.
          </Notice>
        ) : null}
        {recipients.map((recipient) => (
          <CheckboxField
            key={recipient.id}
            name="recipientIds"
            value={recipient.id}
            label={<span className="break-all">{recipient.email}</span>}
            hint={recipient.status === "pending" ? "Awaiting confirmation" : undefined}
            disabled={recipient.status === "pending"}
            defaultChecked={selectedIds.includes(recipient.id)}
          />
        ))}
        {error ? (
          <p id={errorId} tabIndex={-1} data-form-message className="text-destructive">
            {error}
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
