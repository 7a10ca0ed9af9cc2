import { ListFilter } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { useInboxNavigation } from "../inbox-navigation";
import { countFilters } from "../inbox-url";

const FilterForm = lazyWithFallback(() => import("./filter-form"), NotLoaded);

const POPOVER_ID = "inbox-filters";
const BUTTON_ID = "inbox-filter-button";

/** Opens or closes the filters, as their button does, which then has the focus again. */
export function toggleFilters(): void {
  const button = document.getElementById(BUTTON_ID);
  button?.focus();
  button?.click();
}

/** A native popover: it closes on Escape and on a click elsewhere, and returns the focus. */
export function FilterButton() {
  const { query } = useInboxNavigation();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(query);
  // The button opens it before the scripts have loaded, too.
  useEffect(() => setOpen(popover.current?.matches(":popover-open") ?? false), []);
  return (
    <>
      <Button
        id={BUTTON_ID}
        variant="outline"
        popoverTarget={POPOVER_ID}
        title="Filter (f)"
        aria-keyshortcuts="f"
        aria-haspopup="dialog"
        className={cn(
          "gap-1.5 px-3 font-normal aria-expanded:bg-accent",
          count > 0 && "text-primary",
        )}
      >
        <ListFilter aria-hidden />
        <span className="max-xl:sr-only">Filter</span>
        {count > 0 ? (
          <span className="tabular text-xs">
            {count}
            <span className="sr-only"> active</span>
          </span>
        ) : null}
      </Button>
      <div
        ref={popover}
        id={POPOVER_ID}
        popover="auto"
        role="dialog"
        aria-label="Filter messages"
        onToggle={(event) => setOpen(event.newState === "open")}
        className="below-button w-68 rounded-md border bg-popover p-0 text-popover-foreground shadow-pop"
      >
        {isOpen ? <FilterForm /> : null}
      </div>
    </>
  );
}
