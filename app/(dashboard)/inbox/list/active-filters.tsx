import { X } from "lucide-react";
import type { FormName } from "#lib/forms/forms";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { listHref, NO_FILTERS } from "../inbox-url";
import { filtersInWords } from "./filter-words";

/** The filters that are set, each with a way to remove it. Unread has its switch in the header. */
export default function ActiveFilters({ forms }: { forms: readonly FormName[] }) {
  const { query } = useInboxNavigation();
  const filters = filtersInWords({ ...query, unread: undefined }, forms);
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 px-3 pb-2">
      {filters.map(({ label, parameters }) => (
        <li key={label} className="min-w-0">
          <ListLink
            href={listHref(query, Object.fromEntries(parameters.map((name) => [name, null])))}
            title="Remove"
            className="flex h-7 items-center gap-1 rounded-sm bg-primary/10 pr-1.5 pl-2 text-xs font-medium text-primary transition-colors duration-150 hover:bg-primary/15"
          >
            <span className="sr-only">Remove filter: </span>
            <bdi className="max-w-44 truncate">{label}</bdi>
            <X aria-hidden className="size-3.5 shrink-0" />
          </ListLink>
        </li>
      ))}
      <li>
        <ListLink
          href={listHref(query, NO_FILTERS)}
          className="flex h-7 items-center rounded-sm px-1.5 text-xs text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground"
        >
          Clear filters
        </ListLink>
      </li>
    </ul>
  );
}
