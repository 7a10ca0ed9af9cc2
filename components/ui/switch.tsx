import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";

/** A checkbox that is drawn and announced as a switch. */
export function Switch({ className, ...props }: Omit<ComponentProps<"input">, "type" | "role">) {
  return (
    <span className="relative inline-flex h-5 w-9 shrink-0">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox carries its state itself
        role="switch"
        data-slot="switch"
        className={cn(
          "peer h-5 w-9 appearance-none rounded-full border border-transparent bg-input transition-colors duration-150 checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50",
          className,
        )}
        {...props}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-card shadow-card transition-transform duration-150 peer-checked:translate-x-4"
      />
    </span>
  );
}
