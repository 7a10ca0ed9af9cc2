import { ListFilter } from "lucide-react";
import { cn } from "#components/ui/cn.ts";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { PopoverButton } from "#components/ui/popover";
import { useInboxNavigation } from "../inbox-navigation";
import { countFilters, withoutShown } from "../inbox-url";

const InboxFilterForm = lazyWithFallback(() => import("./filter-form"), NotLoaded);

const BUTTON_ID = "inbox-filter-button";

/** Opens or closes the filters, as their button does, which then has the focus again. */
export function toggleFilters(): void {
  const button = document.getElementById(BUTTON_ID);
  button?.focus();
  button?.click();
}

export function FilterButton() {
  const { query, forms } = useInboxNavigation();
  const count = countFilters(withoutShown(query, forms));
  return (
    <PopoverButton
      id={BUTTON_ID}
      variant="outline"
      title="Filter (f)"
      aria-keyshortcuts="f"
      aria-haspopup="dialog"
      className={cn("gap-1.5 px-3 font-normal", count > 0 && "text-primary")}
      panelClassName="w-68"
      panel={() => <InboxFilterForm />}
    >
      <ListFilter aria-hidden />
      <span className="max-xl:sr-only">Filter</span>
      {count > 0 ? (
        <span className="tabular text-xs">
          {count}
          <span className="sr-only"> active</span>
        </span>
      ) : null}
    </PopoverButton>
  );
}
