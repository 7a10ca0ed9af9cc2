"use client";

import { useIsInBrowser, useNow } from "#components/ui/clock";

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto", style: "short" });
/** The clock moves in steps; what lies ahead by less has just been. */
const CLOCK_STEP_SECONDS = 30;
const CLOCK_STEP_MS = CLOCK_STEP_SECONDS * 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const day = { day: "numeric", month: "short", year: "numeric" } as const;

type Clock = { now: number; timeZone: string | undefined; isAhead: boolean };

function distanceText(at: number, { now, timeZone, isAhead }: Clock): string {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < MINUTE) return isAhead || distance > CLOCK_STEP_MS ? "in a moment" : "just now";
  if (size < HOUR) return relative.format(Math.trunc(distance / MINUTE), "minute");
  if (size < DAY) return relative.format(Math.trunc(distance / HOUR), "hour");
  if (size < 30 * DAY) return relative.format(Math.trunc(distance / DAY), "day");
  return new Intl.DateTimeFormat("en-GB", { ...day, timeZone }).format(at);
}

const exact = { dateStyle: "medium", timeStyle: "medium" } as const;

type TimeProps = { at: number; className?: string };
type RelativeTimeProps = TimeProps & {
  /** It lies ahead: around its moment it is not "just now". */
  isAhead?: boolean;
};

/** How long ago, kept current; the exact local time on hover. */
export function RelativeTime({ at, className, isAhead = false }: RelativeTimeProps) {
  const now = useNow(CLOCK_STEP_SECONDS);
  const isInBrowser = useIsInBrowser();
  const title = isInBrowser ? new Intl.DateTimeFormat(undefined, exact).format(at) : undefined;
  return (
    <time dateTime={new Date(at).toISOString()} title={title} className={className}>
      {distanceText(at, { now, timeZone: isInBrowser ? undefined : "UTC", isAhead })}
    </time>
  );
}

/** The exact time: the viewer's zone in the browser, UTC before that. */
export function ExactTime({ at, className }: TimeProps) {
  const isInBrowser = useIsInBrowser();
  const text = isInBrowser
    ? new Intl.DateTimeFormat("en-GB", exact).format(at)
    : `${new Intl.DateTimeFormat("en-GB", { ...exact, timeZone: "UTC" }).format(at)} UTC`;
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {text}
    </time>
  );
}
