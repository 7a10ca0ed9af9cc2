import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { senderOf } from "#components/inbox/sender.ts";
import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { InboxItem, MessageTotals } from "#lib/domain/submissions/inbox/inbox-schema";
import { FOLDERS, type SubmissionSummary } from "#lib/domain/submissions/schema";

const LABELS = { inbox: "Inbox", archive: "Archive", spam: "Spam" } as const;

type FolderFiguresProps = {
  formId: string;
  totals: readonly MessageTotals[];
  latest: SubmissionSummary;
};

export function FolderFigures({ formId, totals, latest }: FolderFiguresProps) {
  return (
    <dl className="grid grid-cols-3 overflow-hidden rounded-md border bg-card shadow-card lg:grid-cols-4 [&>div]:-mt-px [&>div]:-ml-px [&>div]:border-t [&>div]:border-l">
      {FOLDERS.map((folder) => {
        const entry = totals.find((candidate) => candidate.folder === folder);
        const unread = folder === "inbox" ? (entry?.unread ?? 0) : 0;
        return (
          <Figure
            key={folder}
            label={LABELS[folder]}
            href={`/inbox?folder=${folder}&formId=${formId}`}
            value={formatCount(entry?.total ?? 0)}
          >
            {unread > 0 ? (
              <span className="text-sm font-medium whitespace-nowrap text-primary">
                {formatCount(unread)} unread
              </span>
            ) : null}
          </Figure>
        );
      })}
      <Figure
        label="Last message"
        href={messageHref(formId, latest)}
        value={<RelativeTime at={latest.receivedAt} />}
        className="col-span-3 lg:col-span-1"
      />
    </dl>
  );
}

function messageHref(formId: string, { folder, id }: SubmissionSummary): string {
  return `/inbox?folder=${folder}&formId=${formId}&message=${id}`;
}

type FigureProps = {
  label: string;
  href: string;
  value: ReactNode;
  children?: ReactNode;
  className?: string;
};

function Figure({ label, href, value, children, className = "" }: FigureProps) {
  return (
    <div className={`relative px-4 py-4 sm:px-6 ${className}`}>
      <dt className="text-muted-foreground">
        <Link href={href} prefetch={false} className="stretched-link hover:text-foreground">
          {label}
        </Link>
      </dt>
      <dd className="mt-1 flex flex-wrap items-end gap-x-3">
        <span className="tabular text-xl leading-8 font-semibold tracking-tight">{value}</span>
        {children}
      </dd>
    </div>
  );
}

type RecentMessagesProps = {
  formId: string;
  messages: readonly InboxItem[];
  /** Null if nothing was rejected in the last 7 days. */
  lastRejectedAt: number | null;
};

export function RecentMessages({ formId, messages, lastRejectedAt }: RecentMessagesProps) {
  return (
    <>
      {messages.length === 0 ? (
        <p className="border-t px-4 py-4 text-pretty text-muted-foreground sm:px-6">
          No messages yet. Send a test message to see it here.
        </p>
      ) : (
        <ul className="divide-y border-y">
          {messages.map((message) => (
            <li key={message.id}>
              <Link
                href={messageHref(formId, message)}
                prefetch={false}
                className="grid gap-0.5 px-4 py-3 transition-colors duration-150 hover:bg-accent/50 focus-visible:-outline-offset-2 sm:px-6"
              >
                <span className="flex items-baseline gap-3">
                  <bdi className="min-w-0 flex-1 truncate font-medium">{senderOf(message)}</bdi>
                  {message.folder === "spam" ? <Badge tone="warning">Spam</Badge> : null}
                  <RelativeTime
                    at={message.receivedAt}
                    className="shrink-0 text-xs text-muted-foreground"
                  />
                </span>
                <bdi className="truncate text-muted-foreground">{message.preview}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {lastRejectedAt === null ? null : (
        <p className="flex gap-3 border-b px-4 py-3 sm:px-6">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>
            Some submissions were rejected. Latest: <RelativeTime at={lastRejectedAt} />.{" "}
            <Link href={`/forms/${formId}/diagnostics`} className="link whitespace-nowrap">
              Why didn’t it arrive?
            </Link>
          </span>
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2 px-4 py-3 empty:hidden sm:px-6">
        {messages.length === 0 ? null : (
          <Link href={`/inbox?folder=all&formId=${formId}`} className="link">
            All messages from this form
          </Link>
        )}
        {lastRejectedAt === null ? (
          <Link href={`/forms/${formId}/diagnostics`} className="link">
            Why didn’t it arrive?
          </Link>
        ) : null}
      </p>
    </>
  );
}
