import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";

/** A real checkbox with a drawn mark: it submits, resets and validates like any other. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className="relative inline-flex size-4 shrink-0">
      <input
        type="checkbox"
        data-slot="checkbox"
        className={cn(
          "peer size-4 appearance-none rounded-sm border border-input bg-card shadow-card transition-colors duration-150 checked:border-primary checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive",
          className,
        )}
        {...props}
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto hidden size-3 text-primary-foreground peer-checked:block"
      />
    </span>
  );
}
