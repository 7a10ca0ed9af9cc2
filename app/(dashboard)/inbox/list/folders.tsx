import { cn } from "#components/ui/cn.ts";
import { formatCount } from "#lib/core/count";
import type { FormName } from "#lib/forms/forms";
import type { SubmissionFilter } from "#lib/submissions/schema";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { listHref } from "../inbox-url";
import type { Totals } from "../optimistic-updates";

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
  /** Message counts of a folder, in one form or all forms. */
  totalsOf: (folder: Folder, formId?: string) => Totals;
  forms: readonly FormName[];
};

/** Folders as tabs above the list, with the number of unread messages in the inbox and of all in the others. */
export function FolderTabs({ totalsOf }: Pick<FoldersProps, "totalsOf">) {
  const { query } = useInboxNavigation();
  return (
    <nav aria-label="Folders" className="border-b">
      <ul className="-mb-px flex overflow-x-auto px-1.5 [scrollbar-width:none]">
        {FOLDERS.map(({ folder, label }) => {
          const { total, unread } = totalsOf(folder, query.formId);
          return (
            <li key={folder}>
              <ListLink
                href={listHref(query, { folder })}
                aria-current={query.folder === folder ? "true" : undefined}
                className="flex h-11 items-center gap-1.5 border-b-2 border-transparent px-2.5 whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2 aria-current:border-primary aria-current:text-foreground"
              >
                {label}
                {folder === "inbox" ? (
                  <FolderCount count={unread} what="unread" className="text-primary" />
                ) : (
                  <FolderCount count={total} what="messages" className="text-muted-foreground" />
                )}
              </ListLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type FolderCountProps = { count: number; what: string; className: string };

function FolderCount({ count, what, className }: FolderCountProps) {
  if (count === 0) return null;
  return (
    <span className={cn("tabular text-xs font-normal", className)}>
      {formatCount(count)}
      <span className="sr-only"> {what}</span>
    </span>
  );
}
