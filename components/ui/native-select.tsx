import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";
import { fieldClasses } from "#components/ui/input";

/** The browser's own select: best on phones, works before and without JavaScript. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative inline-flex w-full">
      <select
        data-slot="select"
        className={cn(fieldClasses, "h-9 appearance-none truncate py-0 pr-9 pl-3", className)}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}
