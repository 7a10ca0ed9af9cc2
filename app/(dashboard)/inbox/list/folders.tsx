import { Archive, Inbox, Layers, type LucideIcon, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn";
import { NativeSelect } from "#components/ui/input";
import { formatCount } from "#lib/core/count";
import type { FormName } from "#lib/forms/forms";
import type { SubmissionFilter } from "#lib/submissions/schema";
import { type Go, ListLink } from "../inbox-navigation";
import type { InboxQuery } from "../inbox-query";
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

/** Message counts of a folder, in one form or all forms. */
export type TotalsOf = (folder: Folder, formId?: string) => Totals;

export type FoldersProps = {
  query: InboxQuery;
  totalsOf: TotalsOf;
  forms: readonly FormName[];
  go: Go;
};

/** Folders and forms in a column of their own, on wide screens. */
export function FolderPane({ query, totalsOf, forms, go }: FoldersProps) {
  return (
    <nav
      aria-label="Folders and forms"
      className="hidden w-48 shrink-0 flex-col gap-6 overflow-y-auto border-r px-2 py-3 xl:flex 2xl:w-56"
    >
      <ul className="grid gap-0.5">
        {FOLDERS.map(({ folder, label, Icon }) => {
          const { total, unread } = totalsOf(folder, query.formId);
          return (
            <PaneLink
              key={folder}
              href={listHref(query, { folder })}
              go={go}
              isCurrent={query.folder === folder}
              count={folder === "inbox" ? unread : total}
              countLabel={folder === "inbox" ? "unread" : "messages"}
              isAccented={folder === "inbox"}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
            </PaneLink>
          );
        })}
      </ul>
      {forms.length > 0 ? (
        <div>
          <h2 className="mb-1 px-2.5 text-xs text-muted-foreground">Forms</h2>
          <ul className="grid gap-0.5">
            <PaneLink
              href={listHref(query, { formId: null })}
              go={go}
              isCurrent={query.formId === undefined}
            >
              <span className="flex-1 truncate">All forms</span>
            </PaneLink>
            {forms.map(({ id, name }) => (
              <PaneLink
                key={id}
                href={listHref(query, { formId: id })}
                go={go}
                isCurrent={query.formId === id}
                count={totalsOf("inbox", id).unread}
                countLabel="unread"
              >
                <bdi className="min-w-0 flex-1 truncate" title={name}>
                  {name}
                </bdi>
              </PaneLink>
            ))}
          </ul>
        </div>
      ) : null}
    </nav>
  );
}

type PaneLinkProps = {
  href: string;
  go: Go;
  isCurrent: boolean;
  count?: number;
  countLabel?: string;
  isAccented?: boolean;
  children: ReactNode;
};

function PaneLink({
  href,
  go,
  isCurrent,
  count = 0,
  countLabel,
  isAccented,
  children,
}: PaneLinkProps) {
  return (
    <li>
      <ListLink
        href={href}
        go={go}
        aria-current={isCurrent ? "true" : undefined}
        className={cn(
          "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground",
          isCurrent && "bg-accent font-medium text-accent-foreground",
        )}
      >
        {children}
        {count > 0 ? (
          <span className={cn("tabular text-xs", isAccented && "text-primary")}>
            {formatCount(count)}
            <span className="sr-only"> {countLabel}</span>
          </span>
        ) : null}
      </ListLink>
    </li>
  );
}

/** The same choices above the list, on screens without room for the column. */
export function FolderTabs({ query, totalsOf, forms, go }: FoldersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-2 xl:hidden">
      <nav aria-label="Folders" className="flex gap-0.5">
        {FOLDERS.map(({ folder, label }) => {
          const { unread } = totalsOf(folder, query.formId);
          return (
            <ListLink
              key={folder}
              href={listHref(query, { folder })}
              go={go}
              aria-current={query.folder === folder ? "true" : undefined}
              className={cn(
                "inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-muted-foreground hover:bg-accent hover:text-foreground",
                query.folder === folder && "bg-accent font-medium text-accent-foreground",
              )}
            >
              {label}
              {folder === "inbox" && unread > 0 ? (
                <span className="tabular text-xs text-primary">
                  {formatCount(unread)}
                  <span className="sr-only"> unread</span>
                </span>
              ) : null}
            </ListLink>
          );
        })}
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
