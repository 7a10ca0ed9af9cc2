import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import type { RecipientUse } from "#lib/notifications/list-recipient-uses";
import { RemoveButton, ResendForm } from "./recipient-forms";
import { ChangeFirst, RemovedFrom, Uses } from "./recipient-uses";

export function RecipientRow({ recipient }: { recipient: RecipientUse }) {
  const isVerified = recipient.status === "verified";
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{recipient.email}</span>
          <Badge tone={isVerified ? "success" : "warning"} withDot>
            {isVerified ? "Confirmed" : "Awaiting confirmation"}
          </Badge>
        </p>
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
          <ResendForm email={recipient.email} availableAt={recipient.resendAvailableAt} />
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
