"use client";

import Link from "next/link";
import { useId } from "react";
import {
  BOTTOM,
  Column,
  inWords,
  MESSAGE_SERIES,
  type Period,
  type SeriesNames,
  TOP,
} from "#components/chart/column";
import { cn } from "#components/ui/cn.ts";
import { formatCount } from "#lib/core/count";

/** Returns ticks at 1, 2, or 5 times a power of ten, at most `count` up to `highest`. */
export function niceTicks(highest: number, count = 4): number[] {
  const rough = Math.max(1, highest) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

const HEIGHT = BOTTOM + 24;

type BarChartProps = {
  periods: readonly Period[];
  label: string;
  /** Shown when all bars are zero. */
  emptyText?: string | undefined;
  series?: SeriesNames | undefined;
};

/**
 * Renders accepted and spam as stacked bars. Widths are percentages and heights pixels, so that
 * text keeps its size. Hovering shows the figures; a table has them for everyone. A client
 * component, because React streams a large server-rendered SVG in pieces, with style attributes
 * that our CSP blocks.
 */
export function BarChart({ periods, label, emptyText = "No messages yet", series }: BarChartProps) {
  const hatchId = useId();
  const most = Math.max(...periods.map(({ accepted, spam }) => accepted + spam));
  const ticks = niceTicks(most);
  const highest = ticks.at(-1) ?? 1;
  const yOf = (value: number) => BOTTOM - (BOTTOM - TOP) * (value / highest);
  return (
    <div className="flex gap-2 text-2xs">
      <Axis ticks={ticks} yOf={yOf} />
      <div className="relative min-w-0 flex-1">
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={HEIGHT}
          className="block overflow-visible"
        >
          <Hatch id={hatchId} />
          {ticks.map((tick) => (
            <line
              key={tick}
              x2="100%"
              y1={yOf(tick)}
              y2={yOf(tick)}
              className="stroke-chart-grid"
            />
          ))}
          {periods.map((period, index) => (
            <Column
              key={period.name}
              period={period}
              index={index}
              count={periods.length}
              yOf={yOf}
              hatchId={hatchId}
            />
          ))}
          {most === 0 ? (
            <text
              x="50%"
              y={(TOP + BOTTOM) / 2 + 4}
              textAnchor="middle"
              className="fill-muted-foreground text-xs"
            >
              {emptyText}
            </text>
          ) : null}
        </svg>
        <ColumnOverlay periods={periods} label={label} series={series} />
      </div>
    </div>
  );
}

/**
 * Renders the figures of the hovered column, and links over the columns. Phones have no links, because the columns are
 * too narrow to tap.
 */
function ColumnOverlay({ periods, label, series }: BarChartProps) {
  return (
    <ul
      aria-label={label}
      aria-hidden={periods.every(({ href }) => !href) || undefined}
      className="absolute inset-0 grid auto-cols-fr grid-flow-col pt-7"
    >
      {periods.map((period) => (
        <li key={period.name} className="group rounded-sm hover:bg-foreground/5">
          {period.href ? (
            <Link
              href={period.href}
              scroll={false}
              prefetch={false}
              aria-label={inWords(period, series)}
              aria-current={period.isSelected ? "true" : undefined}
              className="block h-full rounded-sm max-sm:hidden"
            />
          ) : null}
          <span
            aria-hidden
            className="tabular absolute top-0 right-0 hidden text-xs font-medium group-focus-within:block group-hover:block"
          >
            {inWords(period, series)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Axis({ ticks, yOf }: { ticks: readonly number[]; yOf: (value: number) => number }) {
  const width = 7 * formatCount(ticks.at(-1) ?? 0).length;
  return (
    <svg aria-hidden width={width} height={HEIGHT} className="shrink-0 overflow-visible">
      {ticks.map((tick) => (
        <text
          key={tick}
          x={width}
          y={yOf(tick) + 4}
          textAnchor="end"
          className="tabular fill-muted-foreground"
        >
          {formatCount(tick)}
        </text>
      ))}
    </svg>
  );
}

/** Renders a pattern that distinguishes spam from accepted without color. */
function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse">
      <rect width="4" height="4" className="fill-card" />
      <path d="M-1 1l2-2M0 4l4-4M3 5l2-2" strokeWidth="1.25" className="stroke-chart-spam" />
    </pattern>
  );
}

type ChartLegendProps = { className?: string; series?: SeriesNames | undefined };

export function ChartLegend({ className, series = MESSAGE_SERIES }: ChartLegendProps) {
  const hatchId = useId();
  return (
    <ul className={cn("flex gap-4 text-xs text-muted-foreground", className)}>
      <li className="flex items-center gap-1.5">
        <svg aria-hidden width="10" height="10">
          <rect width="10" height="10" rx="2" className="fill-chart-accepted" />
        </svg>
        {series[0]}
      </li>
      <li className="flex items-center gap-1.5">
        <svg aria-hidden width="10" height="10">
          <Hatch id={hatchId} />
          <rect
            x="0.5"
            y="0.5"
            width="9"
            height="9"
            rx="1.5"
            fill={`url(#${hatchId})`}
            className="stroke-chart-spam"
          />
        </svg>
        {series[1]}
      </li>
    </ul>
  );
}
