import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";

export function Label({ className, htmlFor, ...props }: ComponentProps<"label">) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its caller gives it text and a control
    <label
      data-slot="label"
      htmlFor={htmlFor}
      className={cn("text-sm leading-5 font-medium select-none", className)}
      {...props}
    />
  );
}
