import { Archive, Inbox, Layers, type LucideIcon, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn";
import { NativeSelect } from "#components/ui/input";
import { formatCount } from "#lib/core/count";
import type { FormName } from "#lib/forms/forms";
import type { SubmissionFilter } from "#lib/submissions/schema";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { listHref } from "../inbox-url";
import type { Totals } from "../optimistic-updates";

type Folder = SubmissionFilter["folder"];

const FOLDERS: readonly { folder: Folder; label: string; Icon: LucideIcon }[] = [
  { folder: "inbox", label: "Inbox", Icon: Inbox },
  { folder: "archive", label: "Archive", Icon: Archive },
  { folder: "spam", label: "Spam", Icon: ShieldAlert },
  { folder: "all", label: "All", Icon: Layers },
];

export function folderLabel(folder: Folder): string {
  return FOLDERS.find((one) => one.folder === folder)?.label ?? "";
}

export type FoldersProps = {
  /** Message counts of a folder, in one form or all forms. */
  totalsOf: (folder: Folder, formId?: string) => Totals;
  forms: readonly FormName[];
};

/** Folders and forms in a column of their own, on wide screens. */
export function FolderPane({ totalsOf, forms }: FoldersProps) {
  const { query } = useInboxNavigation();
  return (
    <nav
      aria-label="Folders and forms"
      className="hidden w-48 shrink-0 flex-col gap-6 overflow-y-auto border-r px-2 py-3 xl:flex 2xl:w-56"
    >
      <ul className="grid gap-0.5">
        {FOLDERS.map(({ folder, label, Icon }) => {
          const { total, unread } = totalsOf(folder, query.formId);
          return (
            <li key={folder}>
              <FolderLink
                href={listHref(query, { folder })}
                isCurrent={query.folder === folder}
                {...(folder === "inbox" ? { unread } : { total })}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                <span className="min-w-0 flex-1 truncate">{label}</span>
              </FolderLink>
            </li>
          );
        })}
      </ul>
      {forms.length > 0 ? (
        <div>
          <h2 className="mb-1 px-2.5 text-xs text-muted-foreground">Forms</h2>
          <ul className="grid gap-0.5">
            <li>
              <FolderLink href={listHref(query, { formId: null })} isCurrent={!query.formId}>
                <span className="flex-1 truncate">All forms</span>
              </FolderLink>
            </li>
            {forms.map(({ id, name }) => (
              <li key={id}>
                <FolderLink
                  href={listHref(query, { formId: id })}
                  isCurrent={query.formId === id}
                  unread={totalsOf("inbox", id).unread}
                >
                  <bdi className="min-w-0 flex-1 truncate" title={name}>
                    {name}
                  </bdi>
                </FolderLink>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </nav>
  );
}

/** The same choices above the list, on screens without room for the column. */
export function FolderTabs({ totalsOf, forms }: FoldersProps) {
  const { query, go } = useInboxNavigation();
  const { unread } = totalsOf("inbox", query.formId);
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-2 xl:hidden">
      <nav aria-label="Folders" className="flex gap-0.5">
        {FOLDERS.map(({ folder, label }) => (
          <FolderLink
            key={folder}
            href={listHref(query, { folder })}
            isCurrent={query.folder === folder}
            unread={folder === "inbox" ? unread : 0}
          >
            {label}
          </FolderLink>
        ))}
      </nav>
      {forms.length > 1 ? (
        <div className="min-w-36 flex-1">
          <NativeSelect
            aria-label="Form"
            value={query.formId ?? ""}
            onChange={(event) => go(listHref(query, { formId: event.currentTarget.value || null }))}
            className="h-8"
          >
            <option value="">All forms</option>
            {forms.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </div>
      ) : null}
    </div>
  );
}

type FolderLinkProps = {
  href: string;
  isCurrent: boolean;
  unread?: number;
  total?: number;
  children: ReactNode;
};

function FolderLink({ href, isCurrent, unread = 0, total = 0, children }: FolderLinkProps) {
  return (
    <ListLink
      href={href}
      aria-current={isCurrent ? "true" : undefined}
      className={cn(
        "flex h-8 items-center gap-2 rounded-md px-2 text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground",
        isCurrent && "bg-accent font-medium text-accent-foreground",
      )}
    >
      {children}
      {unread + total > 0 ? (
        <span className={cn("tabular text-xs", unread > 0 && "text-primary")}>
          {formatCount(unread + total)}
          <span className="sr-only"> {unread > 0 ? "unread" : "messages"}</span>
        </span>
      ) : null}
    </ListLink>
  );
}
