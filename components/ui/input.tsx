import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";

/** The look that text fields share. 16 px on phones, so that iOS does not zoom in. */
export const fieldClasses =
  "w-full min-w-0 rounded-md border border-input bg-card text-base text-foreground shadow-card transition-colors duration-150 placeholder:text-muted-foreground focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ring/40 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive aria-invalid:focus-visible:outline-destructive/40 md:text-sm";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input data-slot="input" className={cn(fieldClasses, "h-9 px-3", className)} {...props} />;
}
