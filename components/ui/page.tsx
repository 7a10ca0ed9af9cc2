import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn";

const WIDTHS = {
  /** Forms and reading. */
  narrow: "max-w-3xl",
  /** Lists. */
  wide: "max-w-5xl",
} as const;

type PageProps = ComponentProps<"div"> & { width?: keyof typeof WIDTHS };

/** The measure of a page's content; the shell around it gives the margins' ground. */
export function Page({ width = "wide", className, ...props }: PageProps) {
  return (
    <div
      className={cn("mx-auto w-full px-4 py-6 sm:px-8 sm:py-10", WIDTHS[width], className)}
      {...props}
    />
  );
}
