import Link from "next/link";
import type { ReactNode } from "react";
import type { RecipientUse } from "#lib/notifications/list-recipient-uses";

/** Where an address is used, each leading to where that is set. */
export function UseList({ recipient: { forms, rules, replies } }: { recipient: RecipientUse }) {
  if (forms.length + rules.length + replies.length === 0)
    return <p className="text-muted-foreground">Not used by a form yet.</p>;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Uses label="Notified of">
        {forms.map(({ id, name }) => (
          <Use key={id} href={`/forms/${id}/settings`} name={name} />
        ))}
      </Uses>
      <Uses label="By a rule of">
        {rules.map(({ form, name }) => (
          <Use
            key={`${form.id} ${name}`}
            href={`/forms/${form.id}/routing`}
            name={form.name}
            note={name}
          />
        ))}
      </Uses>
      <Uses label="Answers replies of">
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
