import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn.ts";

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-muted px-1 font-sans text-2xs font-medium text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}

/** ⌘ on Apple systems, otherwise Ctrl. */
export function CommandKbd() {
  return (
    <>
      <Kbd className="in-data-apple:hidden">Ctrl</Kbd>
      <Kbd className="hidden in-data-apple:inline-flex">
        <span aria-hidden>⌘</span>
        <span className="sr-only">Command</span>
      </Kbd>
    </>
  );
}
