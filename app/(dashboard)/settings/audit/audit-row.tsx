import {
  Building2,
  FileText,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  MailCheck,
  ScrollText,
  ShieldCheck,
  Split,
  UserRound,
  UserSearch,
  Users,
  Webhook,
} from "lucide-react";
import Link from "next/link";
import { TimeOfDay } from "#components/ui/relative-time";
import type { AuditEntry } from "#lib/audit/entry";
import { describeAction, describeDetails, describeProgram } from "./describe-entry";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  account: UserRound,
  workspace: Building2,
  member: Users,
  token: KeyRound,
  recipient: Mail,
  form: FileText,
  turnstile: ShieldCheck,
  routing: Split,
  autoresponder: MailCheck,
  webhook: Webhook,
  submissions: Inbox,
  person: UserSearch,
};

type AuditRowProps = {
  entry: AuditEntry;
  /** The current filter as a query string. */
  search: string;
};

export function AuditRow({ entry, search }: AuditRowProps) {
  const Icon = ICONS[entry.action.split(".")[0] ?? ""] ?? ScrollText;
  const { before, subject, after } = describeAction(entry);
  const program = describeProgram(entry.userAgent);
  const origin = [program, entry.address].filter(Boolean).join(" · ");
  return (
    <li className="flex gap-3 px-4 py-3 sm:gap-4 sm:px-6">
      <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full border bg-background text-muted-foreground">
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <Actor actor={entry.actor} search={search} /> {before}
          {subject === null ? null : (
            <span className="font-medium" title={entry.subject.id ?? undefined}>
              <bdi>{subject}</bdi>
            </span>
          )}
          {after}
        </p>
        {describeDetails(entry.details).map((line) => (
          <p key={line} className="text-muted-foreground wrap-anywhere">
            {line}
          </p>
        ))}
        <p
          className="text-xs leading-5 text-muted-foreground wrap-anywhere"
          title={entry.userAgent ?? undefined}
        >
          <TimeOfDay at={entry.at} className="tabular" />
          {origin ? ` · ${origin}` : null}
        </p>
      </div>
    </li>
  );
}

type ActorProps = { actor: AuditEntry["actor"]; search: string };

/** The person who did it, as a link to everything they did. */
function Actor({ actor, search }: ActorProps) {
  if (actor.kind === "system") return "The service";
  if (actor.kind === "visitor") return "Someone with the link";
  const name = actor.name ?? "Someone";
  const label = actor.kind === "token" ? `Token “${name}”` : name;
  if (actor.id === null) return label;
  const filter = new URLSearchParams(search);
  filter.set("actor", actor.id);
  filter.delete("timeZone");
  return (
    <Link
      href={`/settings/audit?${filter}`}
      title={`ID ${actor.id}`}
      className="font-medium hover:underline"
    >
      <bdi>{label}</bdi>
    </Link>
  );
}
