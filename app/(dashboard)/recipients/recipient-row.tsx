import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import type { RecipientUse } from "#lib/notifications/list-recipient-uses";
import { RemoveButton, ResendForm } from "./recipient-forms";

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
        {isVerified ? <UseList recipient={recipient} /> : null}
      </div>
      <div className="flex items-start gap-2">
        {recipient.resendAvailableAt === null ? null : (
          <ResendForm email={recipient.email} availableAt={recipient.resendAvailableAt} />
        )}
        <RemoveButton id={recipient.id} email={recipient.email}>
          <UseList recipient={recipient} />
        </RemoveButton>
      </div>
    </li>
  );
}

function UseList({ recipient: { forms, rules, replies } }: { recipient: RecipientUse }) {
  if (forms.length + rules.length + replies.length === 0)
    return <p className="text-muted-foreground">Not used by any form</p>;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Uses label="Forms">
        {forms.map(({ id, name }) => (
          <Use key={id} href={`/forms/${id}/settings`} name={name} />
        ))}
      </Uses>
      <Uses label="Routing rules">
        {rules.map(({ form, name }) => (
          <Use
            key={`${form.id} ${name}`}
            href={`/forms/${form.id}/routing`}
            name={form.name}
            note={name}
          />
        ))}
      </Uses>
      <Uses label="Auto-reply">
        {replies.map(({ id, name }) => (
          <Use key={id} href={`/forms/${id}/auto-reply`} name={name} />
        ))}
      </Uses>
    </dl>
  );
}

function Uses({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <>
      <dt className="text-muted-foreground max-sm:mt-1">{label}</dt>
      <dd>
        <ul className="flex flex-wrap gap-x-3 gap-y-1">{children}</ul>
      </dd>
    </>
  );
}

function Use({ href, name, note }: { href: string; name: string; note?: string }) {
  return (
    <li className="min-w-0 wrap-anywhere">
      <Link href={href} className="link">
        <bdi>{name}</bdi>
      </Link>
      {note ? (
        <span className="text-muted-foreground">
          {" "}
          (<bdi>{note}</bdi>)
        </span>
      ) : null}
    </li>
  );
}
