import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";
import { fieldClasses } from "#components/ui/input";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(fieldClasses, "field-sizing-content min-h-20 px-3 py-2", className)}
      {...props}
    />
  );
}
