import { cn } from "#components/ui/cn.ts";
import type { FormName } from "#lib/forms/forms";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { listHref } from "../inbox-url";

/** More are in the filters. */
const MAX_SHOWN = 20;

/** Forms to filter by with one click. */
export function FormChips({ forms }: { forms: readonly FormName[] }) {
  const { query } = useInboxNavigation();
  if (forms.length < 2) return null;
  return (
    <nav aria-label="Forms">
      <ul className="flex gap-1 overflow-x-auto px-3 pt-2 [scrollbar-width:none]">
        {forms.slice(0, MAX_SHOWN).map(({ id, name }) => {
          const isCurrent = query.formId === id;
          return (
            <li key={id} className="shrink-0">
              <ListLink
                href={listHref(query, { formId: isCurrent ? null : id })}
                aria-current={isCurrent ? "true" : undefined}
                className={cn(
                  "flex h-7 items-center rounded-sm border px-2 text-xs text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground focus-visible:-outline-offset-2",
                  isCurrent && "border-primary/20 bg-primary/10 font-medium text-primary",
                )}
              >
                <bdi className="max-w-40 truncate">{name}</bdi>
              </ListLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
