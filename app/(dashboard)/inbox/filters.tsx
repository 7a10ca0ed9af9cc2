import Link from "next/link";
import { cn } from "#components/ui/cn";
import { formatCount } from "#components/ui/count";
import type { MessageTotals } from "#lib/submissions/count-messages";
import { FOLDER_CHOICES, totalOf } from "./folders";
import { FormFilter } from "./form-filter";
import { type InboxQuery, inboxHref } from "./inbox-href";
import { SearchBox } from "./search-box";

type FiltersProps = {
  query: InboxQuery;
  totals: readonly MessageTotals[];
  forms: readonly { id: string; name: string }[];
};

export function Filters({ query, totals, forms }: FiltersProps) {
  const fresh = { message: null, cursor: null } as const;
  const isUnreadOnly = query.unread === "true";
  return (
    <div className="grid gap-3 border-b p-3">
      <div className="flex items-center gap-2">
        <SearchBox query={query} />
        <Link
          href={inboxHref(query, { ...fresh, unread: isUnreadOnly ? null : "true" })}
          prefetch={false}
          aria-current={isUnreadOnly ? "true" : undefined}
          className={cn(
            "inline-flex h-9 shrink-0 items-center rounded-md border bg-card px-3 text-muted-foreground shadow-card hover:text-foreground",
            isUnreadOnly && "border-primary bg-primary/10 font-medium text-primary",
          )}
        >
          Unread<span className="sr-only"> only</span>
        </Link>
      </div>
      <div className="flex flex-wrap items-center gap-2 2xl:hidden">
        <nav aria-label="Folders" className="flex flex-wrap gap-0.5">
          {FOLDER_CHOICES.map(({ folder, label }) => {
            const { unread } = totalOf(totals, folder, query.formId);
            return (
              <Link
                key={folder}
                href={inboxHref(query, { ...fresh, folder })}
                prefetch={false}
                aria-current={query.folder === folder ? "true" : undefined}
                className={cn(
                  "inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-muted-foreground hover:bg-accent hover:text-foreground",
                  query.folder === folder && "bg-accent font-medium text-accent-foreground",
                )}
              >
                {label}
                {folder === "inbox" && unread > 0 ? (
                  <span className="tabular text-xs text-primary">{formatCount(unread)}</span>
                ) : null}
              </Link>
            );
          })}
        </nav>
        {forms.length > 1 ? (
          <div className="min-w-36 flex-1">
            <FormFilter query={query} forms={forms} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
