import Link from "next/link";
import { CheckboxGroup } from "#components/form/fields";
import { Notice } from "#components/ui/notice";
import type { Recipient } from "#lib/domain/recipients/schema";

type RecipientChoiceProps = {
  recipients: readonly Recipient[];
  selectedIds: readonly string[];
  hint: string;
};

/** The recipients that a form notifies. Only verified ones can be selected. */
export function RecipientChoice({ recipients, selectedIds, hint }: RecipientChoiceProps) {
  return (
    <CheckboxGroup
      name="recipientIds"
      label="Recipients"
      hint={hint}
      options={recipients.map(({ id, email, status }) => ({
        value: id,
        label: <span className="break-all">{email}</span>,
        hint: status === "pending" ? "Awaiting confirmation" : undefined,
        disabled: status === "pending",
      }))}
      selected={selectedIds}
    >
      {recipients.length === 0 ? (
        <Notice tone="warning">
          No recipients yet.{" "}
          <Link href="/recipients" className="link">
            Add a recipient
          </Link>{" "}
          and open the link in the confirmation email.
        </Notice>
      ) : null}
    </CheckboxGroup>
  );
}
