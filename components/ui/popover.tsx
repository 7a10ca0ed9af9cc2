import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";

type PopoverButtonProps = ComponentProps<typeof Button> & {
  panelClassName: string;
  /** Renders what the button opens. */
  panel: (close: () => void) => ReactNode;
};

/** A button with a native popover: it closes on Escape and on a press elsewhere, and returns the focus. */
export function PopoverButton({ panelClassName, panel, className, ...props }: PopoverButtonProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The button opens it before the scripts have loaded, too.
  useEffect(() => setOpen(popover.current?.matches(":popover-open") ?? false), []);
  return (
    <>
      <Button
        popoverTarget={id}
        aria-expanded={isOpen}
        className={cn("aria-expanded:bg-accent", className)}
        {...props}
      />
      <div
        ref={popover}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === "open")}
        className={cn(
          "below-button rounded-md border bg-popover p-0 text-popover-foreground shadow-pop",
          panelClassName,
        )}
      >
        {isOpen ? panel(() => popover.current?.hidePopover()) : null}
      </div>
    </>
  );
}
