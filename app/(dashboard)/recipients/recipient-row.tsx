import Link from "next/link";
import type { FormAction } from "#components/form/form-state";
import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import type { RecipientUse } from "#lib/recipients/list-recipient-uses";
import { ResendForm } from "./resend-form";

type RecipientRowProps = { recipient: RecipientUse; resend: FormAction };

export function RecipientRow({ recipient, resend }: RecipientRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-all">{recipient.email}</span>
          {recipient.status === "verified" ? (
            <Badge tone="success" withDot>
              Verified
            </Badge>
          ) : (
            <Badge tone="warning" withDot>
              Pending
            </Badge>
          )}
        </p>
        <p className="mt-0.5 text-muted-foreground">
          {recipient.verifiedAt ? (
            <>
              Confirmed <RelativeTime at={recipient.verifiedAt} /> ·{" "}
            </>
          ) : (
            <>
              Added <RelativeTime at={recipient.createdAt} /> ·{" "}
            </>
          )}
          <UsedBy forms={recipient.forms} />
        </p>
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

function UsedBy({ forms }: { forms: RecipientUse["forms"] }) {
  if (forms.length === 0) return "not used by a form";
  return (
    <>
      used by{" "}
      {forms.map((form, index) => (
        <span key={form.id}>
          {index > 0 ? ", " : ""}
          <Link href={`/forms/${form.id}`} className="link break-words">
            {form.name}
          </Link>
        </span>
      ))}
    </>
  );
}
