"use client";

import { useNow, useTimeZone } from "#components/ui/clock";
import { formatLabeled, formatMoment } from "#lib/core/dates";

// Never writes "yesterday", because a day ago may be two calendar days ago.
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "always", style: "short" });
/** The clock moves in steps, so a time less than a step ahead is "just now". */
const CLOCK_STEP_SECONDS = 30;
const CLOCK_STEP_MS = CLOCK_STEP_SECONDS * 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Writes the distance; null if the date is clearer. */
function distanceText(distance: number, isAhead: boolean): string | null {
  if (isAhead && distance <= 0) return "any moment now";
  const size = Math.abs(distance);
  if (size < MINUTE) return isAhead || distance > CLOCK_STEP_MS ? "in a moment" : "just now";
  if (size < HOUR) return relative.format(Math.trunc(distance / MINUTE), "minute");
  if (size < DAY) return relative.format(Math.trunc(distance / HOUR), "hour");
  if (size < 30 * DAY) return relative.format(Math.trunc(distance / DAY), "day");
  return null;
}

type TimeProps = { at: number; className?: string | undefined };
type ShownTimeProps = TimeProps & { children: string };

/** Shows the exact time and its zone on hover. */
function ShownTime({ at, className, children }: ShownTimeProps) {
  const exact = formatLabeled(at, "exact", useTimeZone());
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={children === exact ? undefined : exact}
      className={className}
    >
      {children}
    </time>
  );
}

type RelativeTimeProps = TimeProps & {
  /** True for future times: never "just now", and never ago, even if it's late. */
  isAhead?: boolean;
};

/** Shows a relative time, which updates automatically. */
export function RelativeTime({ isAhead = false, ...props }: RelativeTimeProps) {
  const now = useNow(CLOCK_STEP_SECONDS);
  const day = formatMoment(props.at, "day", useTimeZone());
  return <ShownTime {...props}>{distanceText(props.at - now, isAhead) ?? day}</ShownTime>;
}

/** "12:06", under a heading that names the day. */
export function TimeOfDay(props: TimeProps) {
  return <ShownTime {...props}>{formatMoment(props.at, "time", useTimeZone())}</ShownTime>;
}

/** "21 Nov 2026" */
export function DayOf(props: TimeProps) {
  return <ShownTime {...props}>{formatMoment(props.at, "day", useTimeZone())}</ShownTime>;
}

/** "08:47" on the same day, or else "21 Nov 2026". */
export function MomentOf(props: TimeProps) {
  const now = useNow(CLOCK_STEP_SECONDS);
  const timeZone = useTimeZone();
  const isToday = formatMoment(props.at, "day", timeZone) === formatMoment(now, "day", timeZone);
  return isToday ? <TimeOfDay {...props} /> : <DayOf {...props} />;
}

/** "21 Nov 2026, 12:06:04 UTC+1" */
export function ExactTime(props: TimeProps) {
  return <ShownTime {...props}>{formatLabeled(props.at, "exact", useTimeZone())}</ShownTime>;
}
