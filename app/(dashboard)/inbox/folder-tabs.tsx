import { cn } from "#components/ui/cn";
import { formatCount } from "#lib/core/count";
import type { FormName } from "#lib/forms/forms";
import type { TotalsOf } from "./folder-pane";
import { FOLDER_CHOICES } from "./folders";
import { FormFilter } from "./form-filter";
import { type InboxQuery, listHref } from "./inbox-href";
import { type Go, ListLink } from "./list-link";

type FolderTabsProps = {
  query: InboxQuery;
  totalsOf: TotalsOf;
  forms: readonly FormName[];
  go: Go;
};

/** The folder pane's choices in two lines, where there is no room for the pane. */
export function FolderTabs({ query, totalsOf, forms, go }: FolderTabsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-2 xl:hidden">
      <nav aria-label="Folders" className="flex gap-0.5">
        {FOLDER_CHOICES.map(({ folder, label }) => {
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
          <FormFilter query={query} forms={forms} go={go} />
        </div>
      ) : null}
    </div>
  );
}
