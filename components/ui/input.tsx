import { Check, ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn.ts";

/** Styles of all text fields. 16 px on phones, so that iOS doesn’t zoom in. */
const fieldClasses =
  "w-full min-w-0 rounded-md border border-input bg-card text-base text-foreground shadow-card transition-colors duration-150 placeholder:text-muted-foreground focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ring/40 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive aria-invalid:focus-visible:outline-destructive/40 md:text-sm";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(fieldClasses, "h-9 px-3", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(fieldClasses, "field-sizing-content min-h-20 px-3 py-2", className)}
      {...props}
    />
  );
}

/** The native select is best on phones and works without JavaScript. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    // This box positions the arrow, so it has the size of the field.
    <span className={cn("relative inline-flex h-9 w-full max-w-full", className)}>
      <select
        className={cn(fieldClasses, "h-full appearance-none truncate py-0 pr-9 pl-3")}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}

export function Label({ className, htmlFor, ...props }: ComponentProps<"label">) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its caller gives it text and a control
    <label
      htmlFor={htmlFor}
      className={cn("text-sm leading-5 font-medium select-none", className)}
      {...props}
    />
  );
}

export function Checkbox({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className="relative inline-flex size-4 shrink-0">
      <input
        type="checkbox"
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

export function Radio({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      type="radio"
      className={cn(
        "size-4 shrink-0 appearance-none rounded-full border border-input bg-card shadow-card checked:border-5 checked:border-primary",
        className,
      )}
      {...props}
    />
  );
}

/** A native checkbox, styled, and announced as a switch. */
export function Switch({ className, ...props }: Omit<ComponentProps<"input">, "type" | "role">) {
  return (
    <span className="relative inline-flex h-5 w-9 shrink-0">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox carries its state itself
        role="switch"
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
