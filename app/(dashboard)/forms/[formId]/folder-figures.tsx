import Link from "next/link";
import { formatCount } from "#components/ui/count";
import type { MessageTotals } from "#lib/submissions/count-messages";
import { FOLDERS } from "#lib/submissions/schema";

const LABELS = { inbox: "Inbox", archive: "Archive", spam: "Spam" } as const;

type FolderFiguresProps = { formId: string; totals: readonly MessageTotals[] };

/** How many messages lie where, each figure a way into the inbox. */
export function FolderFigures({ formId, totals }: FolderFiguresProps) {
  return (
    <dl className="grid grid-cols-3 divide-x rounded-md border bg-card shadow-card">
      {FOLDERS.map((folder) => {
        const entry = totals.find((candidate) => candidate.folder === folder);
        return (
          <div key={folder} className="relative px-4 py-4 sm:px-6">
            <dt className="text-muted-foreground">
              <Link
                href={`/inbox?folder=${folder}&formId=${formId}`}
                className="after:absolute after:inset-0 after:rounded-md hover:text-foreground"
              >
                {LABELS[folder]}
              </Link>
            </dt>
            <dd className="tabular mt-1 flex flex-wrap items-baseline gap-x-2 text-xl font-semibold tracking-tight">
              {formatCount(entry?.total ?? 0)}
              {entry && folder === "inbox" && entry.unread > 0 ? (
                <span className="text-sm font-medium tracking-normal whitespace-nowrap text-primary">
                  {formatCount(entry.unread)} unread
                </span>
              ) : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
