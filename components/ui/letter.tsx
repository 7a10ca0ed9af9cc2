"use client";

import type { ComponentProps } from "react";
import { useTimeZone } from "#components/ui/clock";
import { cn } from "#components/ui/cn.ts";
import { formatMoment } from "#lib/core/dates";

/** A sheet of paper with an airmail edge, only where a person meets the product: docs/visual-language.md. */
export function Letter({ className, children, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn(
        "min-w-0 overflow-hidden rounded-md border bg-card text-card-foreground shadow-card",
        className,
      )}
      {...props}
    >
      <div aria-hidden className="airmail h-1.5 shrink-0" />
      {children}
    </section>
  );
}

type PostmarkProps = {
  /** Epoch milliseconds. */
  at: number;
  className?: string;
};

/** The day of arrival as a postmark. Decoration: the exact time is next to it as text. */
export function Postmark({ at, className }: PostmarkProps) {
  const timeZone = useTimeZone();
  return (
    <svg
      viewBox="0 0 112 64"
      aria-hidden
      className={cn("h-16 w-28 shrink-0 fill-none stroke-current", className)}
    >
      <path d="M52 18c7-5 11 5 18 0s11 5 18 0 11 5 18 0M56 28c6-4 9 4 15 0s11 5 18 0 11 5 18 0M56 38c6-4 9 4 15 0s11 5 18 0 11 5 18 0M52 48c7-5 11 5 18 0s11 5 18 0 11 5 18 0" />
      <circle cx="32" cy="32" r="27" strokeWidth="1.5" className="fill-card" />
      <circle cx="32" cy="32" r="22" />
      <g textAnchor="middle" className="fill-current stroke-none font-semibold">
        <text x="32" y="30" fontSize="11">
          {formatMoment(at, "dayAndMonth", timeZone ?? "UTC")}
        </text>
        <text x="32" y="43" fontSize="10">
          {formatMoment(at, "year", timeZone ?? "UTC")}
        </text>
      </g>
    </svg>
  );
}
