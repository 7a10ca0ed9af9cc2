"use client";

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
import { useTimeZone } from "#components/ui/clock";
import { hrefTo } from "#components/ui/href.ts";
import { TimeOfDay } from "#components/ui/relative-time";
import { formatMoment } from "#lib/core/dates";
import type { AuditEntry, AuditFilter } from "#lib/domain/audit/entry";
import { describeAction, describeDetails, describeProgram } from "./describe-entry";

type AuditTimelineProps = { entries: readonly AuditEntry[]; filter: AuditFilter };

export function AuditTimeline({ entries, filter }: AuditTimelineProps) {
  const timeZone = useTimeZone();
  const days = Map.groupBy(entries, ({ at }) => formatMoment(at, "longDay", timeZone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className="border-y bg-muted/50 px-4 py-2 text-xs font-medium text-muted-foreground sm:px-6">
        {day}
      </h3>
      <ol className="divide-y">
        {ofDay.map((entry) => (
          <AuditRow key={entry.id} entry={entry} filter={filter} />
        ))}
      </ol>
    </section>
  ));
}

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

type AuditRowProps = { entry: AuditEntry; filter: AuditFilter };

function AuditRow({ entry, filter }: AuditRowProps) {
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
          <Actor actor={entry.actor} filter={filter} /> {before}
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

type ActorProps = { actor: AuditEntry["actor"]; filter: AuditFilter };

function Actor({ actor, filter }: ActorProps) {
  if (actor.kind === "system") return "The service";
  if (actor.kind === "visitor") return "Someone with the link";
  const name = actor.name ?? "Someone";
  const label = actor.kind === "token" ? `Token “${name}”` : name;
  if (actor.id === null) return label;
  return (
    <Link
      href={hrefTo("/settings/audit", { ...filter, actor: actor.id })}
      title={`ID ${actor.id}`}
      className="font-medium hover:underline"
    >
      <bdi>{label}</bdi>
    </Link>
  );
}
