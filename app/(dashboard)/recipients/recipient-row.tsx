import type { FormAction } from "#components/form/form-state";
import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import type { RecipientUse } from "#lib/notifications/list-recipient-uses";
import { ResendForm } from "./resend-form";
import { UseList } from "./use-list";

type RecipientRowProps = { recipient: RecipientUse; resend: FormAction };

export function RecipientRow({ recipient, resend }: RecipientRowProps) {
  const isVerified = recipient.status === "verified";
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{recipient.email}</span>
          <Badge tone={isVerified ? "success" : "warning"} withDot>
            {isVerified ? "Verified" : "Pending"}
          </Badge>
        </p>
        <p className="mt-0.5 text-muted-foreground">
          {recipient.verifiedAt ? (
            <>
              Confirmed <RelativeTime at={recipient.verifiedAt} />
            </>
          ) : (
            <>
              Added <RelativeTime at={recipient.createdAt} />. Forms can notify it once it is
              confirmed.
            </>
          )}
        </p>
        {isVerified ? <UseList recipient={recipient} /> : null}
      </div>
      {recipient.resendAvailableAt === null ? null : (
        <ResendForm
          action={resend}
          email={recipient.email}
          availableAt={recipient.resendAvailableAt}
        />
      )}
    </li>
  );
}
