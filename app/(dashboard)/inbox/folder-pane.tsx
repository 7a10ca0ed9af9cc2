import type { ReactNode } from "react";
import type { Totals, totalsNow } from "#components/inbox/marks";
import { cn } from "#components/ui/cn";
import { formatCount } from "#lib/core/count";
import type { FormName } from "#lib/forms/forms";
import { FOLDER_CHOICES } from "./folders";
import { type InboxQuery, listHref } from "./inbox-href";
import { type Go, ListLink } from "./list-link";

/** Messages of a folder, within one form or all. */
export type TotalsOf = (...of: ParametersOf) => Totals;
type ParametersOf = [
  folder: Parameters<typeof totalsNow>[2],
  formId: Parameters<typeof totalsNow>[3],
];

type FolderPaneProps = {
  query: InboxQuery;
  totalsOf: TotalsOf;
  forms: readonly FormName[];
  go: Go;
};

/** Folders and forms where there is room for a column; the filters above the list serve elsewhere. */
export function FolderPane({ query, totalsOf, forms, go }: FolderPaneProps) {
  return (
    <nav
      aria-label="Folders and forms"
      className="hidden w-48 shrink-0 flex-col gap-6 overflow-y-auto border-r px-2 py-3 xl:flex 2xl:w-56"
    >
      <ul className="grid gap-0.5">
        {FOLDER_CHOICES.map(({ folder, label, Icon }) => {
          const { total, unread } = totalsOf(folder, query.formId);
          return (
            <PaneLink
              key={folder}
              href={listHref(query, { folder })}
              go={go}
              isHere={query.folder === folder}
              count={folder === "inbox" ? unread : total}
              countLabel={folder === "inbox" ? "unread" : "messages"}
              isLoud={folder === "inbox"}
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
              isHere={query.formId === undefined}
            >
              <span className="flex-1 truncate">All forms</span>
            </PaneLink>
            {forms.map(({ id, name }) => (
              <PaneLink
                key={id}
                href={listHref(query, { formId: id })}
                go={go}
                isHere={query.formId === id}
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
  isHere: boolean;
  count?: number;
  countLabel?: string;
  isLoud?: boolean;
  children: ReactNode;
};

function PaneLink({ href, go, isHere, count = 0, countLabel, isLoud, children }: PaneLinkProps) {
  return (
    <li>
      <ListLink
        href={href}
        go={go}
        aria-current={isHere ? "true" : undefined}
        className={cn(
          "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground",
          isHere && "bg-accent font-medium text-accent-foreground",
        )}
      >
        {children}
        {count > 0 ? (
          <span className={cn("tabular text-xs", isLoud && "text-primary")}>
            {formatCount(count)}
            <span className="sr-only"> {countLabel}</span>
          </span>
        ) : null}
      </ListLink>
    </li>
  );
}
