import { z } from "zod";
import { dayBefore, offsetAt, resolveTimeZone, utcDay } from "#lib/core/dates";
import { DAY_MS, HOUR_MS } from "#lib/core/durations";

/** The names of all time zones that this runtime knows, in order, `UTC` first. */
export const TIME_ZONES: readonly string[] = [
  "UTC",
  ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC"),
];

const KNOWN: ReadonlySet<string> = new Set(TIME_ZONES);

/** A time zone's IANA name, such as `Europe/Berlin`. */
export const TimeZoneName = z
  .string("must be a string")
  .refine((name) => KNOWN.has(name), "must be the name of a time zone, such as Europe/Berlin");

/**
 * Returns the browser's time zone, by its name in {@link TIME_ZONES}; null for anything else.
 *
 * @param name - may be an older or newer name of the zone
 */
export function guessTimeZone(name: string): string | null {
  const known = resolveTimeZone(name);
  return known !== undefined && KNOWN.has(known) ? known : null;
}

/**
 * Returns the moment of a day when the clock of a time zone shows an hour. If the hour occurs twice, it's the first
 * one; if the day skips it, it's the moment of the clock change.
 *
 * @param day - `2026-11-21`
 */
function atHour(day: string, hour: number, timeZone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  const before = offsetAt(wall - DAY_MS, timeZone);
  const moments = [before, offsetAt(wall + DAY_MS, timeZone)]
    .filter((offset) => offsetAt(wall - offset, timeZone) === offset)
    .map((offset) => wall - offset);
  return moments.length > 0 ? Math.min(...moments) : wall - before;
}

/**
 * Returns the next moment after another one at which the clock of a time zone shows an hour: once per day, even on
 * days of 23 and 25 hours.
 *
 * @param hour - 0 to 23
 */
export function nextAtHour(after: Date, hour: number, timeZone: string): Date {
  const today = Date.parse(`${dayBefore(after.getTime(), 0, timeZone)}T00:00:00Z`);
  for (let days = 0; ; days += 1) {
    const at = atHour(utcDay(new Date(today + days * DAY_MS)), hour, timeZone);
    if (at > after.getTime()) return new Date(at);
  }
}

/** Returns the next full hour after a moment. */
export function nextFullHour(after: Date): Date {
  return new Date((Math.floor(after.getTime() / HOUR_MS) + 1) * HOUR_MS);
}
