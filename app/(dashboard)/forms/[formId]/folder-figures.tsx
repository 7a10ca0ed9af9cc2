import Link from "next/link";
import type { ReactNode } from "react";
import { Sparkline } from "#components/ui/sparkline";
import { formatCount } from "#lib/core/count";
import type { MessageTotals } from "#lib/submissions/count-submissions";
import { ACTIVITY_DAYS, type FormActivity } from "#lib/submissions/count-submissions";
import { FOLDERS } from "#lib/submissions/schema";
import { describeActivity, totalOf } from "../activity-words";

const LABELS = { inbox: "Inbox", archive: "Archive", spam: "Spam" } as const;

type FolderFiguresProps = {
  formId: string;
  totals: readonly MessageTotals[];
  activity: FormActivity;
};

/** How many messages lie where, each figure a way into the inbox, and how they came lately. */
export function FolderFigures({ formId, totals, activity }: FolderFiguresProps) {
  return (
    <dl className="grid grid-cols-3 overflow-hidden rounded-md border bg-card shadow-card lg:grid-cols-[1fr_1fr_1fr_2fr] [&>div]:-mt-px [&>div]:-ml-px [&>div]:border-t [&>div]:border-l">
      {FOLDERS.map((folder) => {
        const entry = totals.find((candidate) => candidate.folder === folder);
        const label = (
          <Link
            href={`/inbox?folder=${folder}&formId=${formId}`}
            className="after:absolute after:inset-0 hover:text-foreground focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {LABELS[folder]}
          </Link>
        );
        const unread = folder === "inbox" ? (entry?.unread ?? 0) : 0;
        return (
          <Figure key={folder} label={label} value={entry?.total ?? 0}>
            {unread > 0 ? (
              <span className="text-sm font-medium whitespace-nowrap text-primary">
                {formatCount(unread)} unread
              </span>
            ) : null}
          </Figure>
        );
      })}
      <Figure
        label={`Last ${ACTIVITY_DAYS} days`}
        value={totalOf(activity)}
        className="col-span-3 lg:col-span-1"
      >
        <Sparkline
          values={activity.perDay}
          label={describeActivity(activity)}
          className="ml-auto h-8 min-w-32 flex-1"
        />
      </Figure>
    </dl>
  );
}

type FigureProps = { label: ReactNode; value: number; children: ReactNode; className?: string };

function Figure({ label, value, children, className = "" }: FigureProps) {
  return (
    <div className={`relative px-4 py-4 sm:px-6 ${className}`}>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-end gap-x-3">
        <span className="tabular text-xl leading-8 font-semibold tracking-tight">
          {formatCount(value)}
        </span>
        {children}
      </dd>
    </div>
  );
}
