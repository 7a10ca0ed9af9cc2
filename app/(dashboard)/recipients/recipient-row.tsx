import { BLOCKED_TEXTS } from "#components/forms/recipient-block.ts";
import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import type { RecipientUse } from "#lib/notifications/recipient-places";
import { RemoveButton, ResendForm } from "./recipient-forms";
import { ChangeFirst, RemovedFrom, Uses } from "./recipient-uses";

export function RecipientRow({ recipient }: { recipient: RecipientUse }) {
  const { blockedReason } = recipient;
  const isVerified = recipient.status === "verified";
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{recipient.email}</span>
          <RecipientBadge recipient={recipient} />
        </p>
        {blockedReason === null ? null : (
          <p className="mt-0.5 max-w-prose text-pretty">{BLOCKED_TEXTS[blockedReason]}</p>
        )}
        <p className="mt-0.5 text-muted-foreground">
          {recipient.verifiedAt ? (
            <>
              Confirmed <RelativeTime at={recipient.verifiedAt} />
            </>
          ) : (
            <>
              Added <RelativeTime at={recipient.createdAt} />. Forms can notify it once it’s
              confirmed.
            </>
          )}
        </p>
        {isVerified ? <Uses of={recipient} /> : null}
      </div>
      <div className="flex items-start gap-2">
        {recipient.resendAvailableAt === null ? null : (
          <ResendForm
            email={recipient.email}
            availableAt={recipient.resendAvailableAt}
            label={blockedReason === null ? "Resend" : "Confirm again"}
          />
        )}
        <RemoveButton
          id={recipient.id}
          email={recipient.email}
          blocked={recipient.changeFirst.length > 0 ? <ChangeFirst of={recipient} /> : null}
        >
          <RemovedFrom of={recipient} />
        </RemoveButton>
      </div>
    </li>
  );
}

const BLOCKED_LABELS = { bounced: "Bounced", complained: "Marked as spam" } as const;

function RecipientBadge({ recipient: { status, blockedReason } }: { recipient: RecipientUse }) {
  if (blockedReason !== null)
    return (
      <Badge tone="danger" withDot>
        {BLOCKED_LABELS[blockedReason]}
      </Badge>
    );
  const isVerified = status === "verified";
  return (
    <Badge tone={isVerified ? "success" : "warning"} withDot>
      {isVerified ? "Confirmed" : "Awaiting confirmation"}
    </Badge>
  );
}
