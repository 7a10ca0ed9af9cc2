import { DAY_MS } from "#lib/core/durations";

/** Every date format that people see; nothing else formats a date. */
const STYLES = {
  /** 21 Nov 2026, 12:06:04 */
  exact: { dateStyle: "medium", timeStyle: "medium" },
  /** 21 November 2026 at 12:06 */
  minute: {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  },
  /** 12:06 */
  time: { hour: "2-digit", minute: "2-digit" },
  /** 21 Nov 2026 */
  day: { day: "numeric", month: "short", year: "numeric" },
  /** 21 November 2026 */
  longDay: { day: "numeric", month: "long", year: "numeric" },
  /** 21 November */
  dayOfYear: { day: "numeric", month: "long" },
  /** 21 Nov */
  dayAndMonth: { day: "numeric", month: "short" },
  /** 2026 */
  year: { year: "numeric" },
  /** November 2026 */
  month: { month: "long", year: "numeric" },
  /** Nov */
  shortMonth: { month: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

function formatter(style: DateStyle, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", { ...STYLES[style], timeZone });
}

/**
 * A day without a time as a language writes it: "21 novembre 2026".
 *
 * @param day - `2026-11-21`
 */
export function formatDayIn(language: string, day: string): string {
  return formatDayOf(language, Date.parse(`${day}T00:00:00Z`), "UTC");
}

/** Formats the day of a moment in a time zone and a language: "21 novembre 2026". */
export function formatDayOf(language: string, at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(at);
}

/** A moment as a language writes it, with the time zone: "21. November 2026 um 13:06 MEZ". */
export function formatMomentIn(language: string, at: number, timeZone = "UTC"): string {
  const style = { ...STYLES.minute, timeZone, timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(language, style).format(at);
}

/**
 * A moment in the reader's time zone, or in UTC and labeled so when the zone is unknown.
 *
 * @param at - epoch milliseconds
 */
export function formatMoment(at: number, style: DateStyle, timeZone: string | undefined): string {
  return timeZone === undefined
    ? `${formatUtc(at, style)} UTC`
    : formatter(style, timeZone).format(at);
}

/** Formats like {@link formatMoment}, and adds the zone: "21 November 2026 at 13:06 UTC+1". */
export function formatLabeled(at: number, style: DateStyle, timeZone: string | undefined): string {
  if (timeZone === undefined) return formatMoment(at, style, undefined);
  return `${formatMoment(at, style, timeZone)} ${offsetLabel(at, timeZone)}`;
}

/**
 * Returns a time zone's offset at a moment: `UTC`, `UTC+1`, or `UTC-3:30`. Names like CET aren't used, because browsers
 * and servers have different ones.
 */
function offsetLabel(at: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(at, timeZone) / 60_000);
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const part = rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`;
  return `UTC${minutes < 0 ? "-" : "+"}${hours}${part}`;
}

/** Formats a moment, or a day like `2026-11-21`, in UTC, for texts that mention UTC themselves. */
export function formatUtc(at: number | string, style: DateStyle): string {
  return formatter(style, "UTC").format(new Date(at));
}

/** A span of time, like {@link formatMoment}. */
export function formatSpan(
  from: number,
  to: number,
  style: DateStyle,
  timeZone: string | undefined,
): string {
  const text = formatter(style, timeZone ?? "UTC").formatRange(from, to);
  return timeZone === undefined ? `${text} UTC` : text;
}

/** Returns the UTC date of a timestamp, such as `2026-11-21`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, "YYYY-MM-DD".length);
}

const QUARTER_MS = 900_000;
const MAX_QUARTERS = 20_000;

/**
 * Returns a function that finds a time zone's offset from UTC at a moment, in milliseconds. It's fast enough for many
 * dates, because the offset is constant within each quarter of an hour.
 */
export function offsetFinder(timeZone: string): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const found = known.get(quarter) ?? offsetAt(quarter * QUARTER_MS, timeZone);
    if (known.size === MAX_QUARTERS) known.clear();
    known.set(quarter, found);
    return found;
  };
}

/** Returns the names of the months in a language, long and short, with and without a day, with their numbers. */
export function monthNamesIn(language: string): [name: string, month: number][] {
  const styles = (["long", "short"] as const).flatMap((month) => [
    { month },
    { month, day: "numeric" } as const,
  ]);
  return styles.flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, index): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2026, index, 15));
      return [parts.find(({ type }) => type === "month")?.value ?? "", index + 1];
    });
  });
}

/** A time zone's offset from UTC at a moment, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = parts.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
  const distance = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === "-" ? -distance : distance;
}

/**
 * Returns the moment at which a day begins in a time zone.
 *
 * @param day - `2026-11-21`
 * @param options - `isNext`: the following day is meant
 */
export function startOfDay(day: string, timeZone = "UTC", { isNext = false } = {}): Date {
  const inUtc = Date.parse(`${day}T00:00:00Z`) + (isNext ? DAY_MS : 0);
  // Uses the offset at that day's midnight, which may differ from the one at midnight in UTC.
  const near = inUtc - offsetAt(inUtc, timeZone);
  return new Date(inUtc - offsetAt(near, timeZone));
}

/** Returns the day some days before a moment in a time zone, `2026-11-21`. */
export function dayBefore(at: number, days: number, timeZone = "UTC"): string {
  return utcDay(new Date(at + offsetAt(at, timeZone) - days * DAY_MS));
}

/**
 * A moment as a clock in a time zone shows it, as `<input type="datetime-local">` has it: `2026-11-21T12:06`.
 */
export function toWallTime(at: number, timeZone = "UTC"): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, "YYYY-MM-DDTHH:MM".length);
}

/**
 * Returns a function that writes moments in ISO 8601 as local times of a time zone, with the offset, or `Z` if it's
 * zero: `2026-11-21T13:06:04.120+01:00`.
 */
export function isoWriter(timeZone = "UTC"): (at: Date) => string {
  const offsetOf = offsetFinder(timeZone);
  return (at) => {
    const offset = offsetOf(at.getTime());
    if (offset === 0) return at.toISOString();
    const minutes = Math.abs(offset) / 60_000;
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
      String(part).padStart(2, "0"),
    );
    const shown = new Date(at.getTime() + offset).toISOString().replace("Z", "");
    return `${shown}${offset < 0 ? "-" : "+"}${hours}:${rest}`;
  };
}

/**
 * Returns the moment of a local time in a time zone. If the local time is skipped, it's the later moment. Null for
 * any other text.
 *
 * @param text - `2026-11-21T12:06`, with or without seconds
 */
export function fromWallTime(text: string, timeZone = "UTC"): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return null;
  const inUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(inUtc)) return null;
  const near = inUtc - offsetAt(inUtc, timeZone);
  return inUtc - offsetAt(near, timeZone);
}

/** Returns the time zone if this runtime supports it, or undefined. */
export function parseTimeZone(name: string | undefined): string | undefined {
  return name !== undefined && resolveTimeZone(name) !== undefined ? name : undefined;
}

/** Returns this runtime's name for a time zone, which may have several names, or undefined. */
export function resolveTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Returns the UTC calendar month around `now`; `nextFirstDay` and `end` are the first day and moment of the next
 * one. Days are `YYYY-MM-DD`.
 */
export function monthOf(now: Date) {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const firstDay = utcDay(start);
  return { name: firstDay.slice(0, 7), start, end, firstDay, nextFirstDay: utcDay(end) };
}
