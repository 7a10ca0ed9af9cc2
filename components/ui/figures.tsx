"use client";

import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";

type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** Context: "of 1,000", "2 unread". */
  note?: ReactNode;
};

export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="eyebrow">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-xl leading-7 font-semibold tracking-tight">{value}</span>
        {note ? <span className="tabular text-xs text-muted-foreground">{note}</span> : null}
      </dd>
    </div>
  );
}

type MeterProps = {
  value: number;
  max: number;
  label: string;
  /** A high value is good, so it has no warning colors. */
  isGood?: boolean;
};

/** A native progress element needs no inline style. */
export function Meter({ value, max, label, isGood = false }: MeterProps) {
  const share = max === 0 ? 1 : value / max;
  return (
    <progress
      value={Math.min(value, max)}
      max={max}
      aria-label={label}
      className={cn(
        "block h-2 w-full appearance-none overflow-hidden rounded-full bg-muted text-primary [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-current",
        !isGood && share >= 0.8 && "text-warning",
        !isGood && share >= 1 && "text-destructive",
      )}
    />
  );
}

type SparklineProps = {
  /** One value per day or hour, oldest first. */
  values: readonly number[];
  label: string;
  className?: string;
};

const HEIGHT = 24;
const STEP = 4;
const BAR = 3;

/**
 * Small bars without axes. In a client module, because React streams the SVG of a server component in pieces, with
 * style attributes that our CSP blocks.
 */
export function Sparkline({ values, label, className }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const width = Math.max(1, values.length) * STEP - (STEP - BAR);
  const bar = (value: number, index: number) => {
    const height = value === 0 ? 1 : Math.max(2, Math.round((value / highest) * HEIGHT));
    return `M${index * STEP} ${HEIGHT}v-${height}h${BAR}v${height}z`;
  };
  const pathOf = (isWanted: (value: number) => boolean) =>
    values.map((value, index) => (isWanted(value) ? bar(value, index) : "")).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      preserveAspectRatio="none"
      className={cn("shrink-0", className)}
    >
      <path d={pathOf((value) => value === 0)} className="fill-input/60" />
      <path d={pathOf((value) => value > 0)} className="fill-chart-accepted" />
    </svg>
  );
}
