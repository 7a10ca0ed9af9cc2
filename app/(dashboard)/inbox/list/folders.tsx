import { formatCount } from "#lib/core/count";
import type { FormName } from "#lib/domain/forms/forms";
import type { FoundCounts } from "#lib/domain/submissions/inbox/inbox-schema";
import type { SubmissionFilter } from "#lib/domain/submissions/schema";
import type { FolderTotals } from "../changes";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { listHref } from "../inbox-url";

type Folder = SubmissionFilter["folder"];

const FOLDERS: readonly { folder: Folder; label: string }[] = [
  { folder: "inbox", label: "Inbox" },
  { folder: "archive", label: "Archive" },
  { folder: "spam", label: "Spam" },
  { folder: "all", label: "All" },
];

export function folderLabel(folder: Folder): string {
  return FOLDERS.find((one) => one.folder === folder)?.label ?? "";
}

export type FoldersProps = {
  totalsOf: (folder: Folder, formId?: string) => FolderTotals;
  /** The number of search results in each folder; null without a search. */
  found: FoundCounts | null;
};

/** A form with its unread messages in the current folder. */
export type FormChoice = FormName & { unread: number };

/**
 * Renders folders as tabs above the list, with their number of unread messages or search results.
 */
export function FolderTabs({ totalsOf, found }: FoldersProps) {
  const { query } = useInboxNavigation();
  return (
    <nav aria-label="Folders" className="border-b">
      <ul className="-mb-px flex overflow-x-auto px-1.5 [scrollbar-width:none]">
        {FOLDERS.map(({ folder, label }) => {
          const { unread } = totalsOf(folder, query.formId);
          return (
            <li key={folder}>
              <ListLink
                href={listHref(query, { folder })}
                aria-current={query.folder === folder ? "true" : undefined}
                className="flex h-11 items-center gap-1.5 border-b-2 border-transparent px-2.5 whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2 aria-current:border-primary aria-current:text-foreground"
              >
                {label}
                {found ? (
                  <FoundCount count={found.counts[folder]} isCut={found.isCut} />
                ) : (
                  <UnreadCount count={unread} />
                )}
              </ListLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="tabular text-xs font-normal text-primary">
      {formatCount(count)}
      <span className="sr-only"> unread</span>
    </span>
  );
}

function FoundCount({ count, isCut }: { count: number; isCut: boolean }) {
  return (
    <span className="tabular text-xs font-normal text-muted-foreground">
      {formatCount(count)}
      {isCut ? "+" : ""}
      <span className="sr-only"> found</span>
    </span>
  );
}
