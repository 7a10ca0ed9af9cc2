"use client";

import { Checkbox } from "#components/ui/checkbox";
import { Label } from "#components/ui/label";
import type { Recipient } from "#lib/recipients/schema";

type RuleRecipientsProps = {
  id: string;
  chosenIds: readonly string[];
  recipients: readonly Recipient[];
  error: string | undefined;
  onChange: (recipientIds: string[]) => void;
};

/** Who is told: verified addresses, and chosen ones that are it no more, to be taken off. */
export function RuleRecipients({
  id,
  chosenIds,
  recipients,
  error,
  onChange,
}: RuleRecipientsProps) {
  const offered = recipients.filter(
    (recipient) => recipient.status === "verified" || chosenIds.includes(recipient.id),
  );
  return (
    <fieldset aria-describedby={error ? `${id}-recipients-error` : undefined}>
      <legend className="font-medium">Tell</legend>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2.5">
        {offered.map(({ id: recipientId, email, status }) => (
          <span key={recipientId} className="flex max-w-full items-start gap-2.5">
            <span className="flex h-5 items-center">
              <Checkbox
                id={`${id}-${recipientId}`}
                checked={chosenIds.includes(recipientId)}
                aria-invalid={error ? true : undefined}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosenIds, recipientId]
                      : chosenIds.filter((one) => one !== recipientId),
                  )
                }
              />
            </span>
            <Label htmlFor={`${id}-${recipientId}`} className="min-w-0 font-normal break-all">
              {email}
              {status === "pending" ? <span className="text-warning"> (not confirmed)</span> : null}
            </Label>
          </span>
        ))}
        {offered.length === 0 ? (
          <p className="text-muted-foreground">No verified address yet.</p>
        ) : null}
      </div>
      {error ? (
        <p id={`${id}-recipients-error`} className="mt-1.5 text-sm text-destructive">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
