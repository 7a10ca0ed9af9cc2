import { monthNamesIn, offsetFinder, parseTimeZone } from "#lib/core/dates";
import type { DateFormat } from "#lib/domain/imports/sources";

const MONTHS_IN = "en de fr es it pt nl pl sv da nb fi cs ro tr ru uk el hu".split(" ");

const fold = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\.$/, "");

let months: ReadonlyMap<string, number> | undefined;

/** Returns the names of months in the languages in which exports write dates. */
function monthNames(): ReadonlyMap<string, number> {
  months ??= new Map([
    ...MONTHS_IN.flatMap(monthNamesIn)
      .filter(([name]) => /\p{L}/u.test(name))
      .map(([name, month]) => [fold(name), month] as const),
    ["sept", 9],
  ]);
  return months;
}

const AFTERNOON = /p\.?\s?m\b\.?|午後|下午|오후|μ\.?μ\.?|بعد الظهر|مساءً?|م(?=\s|$)/iu;
const MORNING = /\ba\.?\s?m\b\.?|午前|上午|오전|π\.?μ\.?|صباحًا?|ص(?=\s|$)/iu;
const ZONE = /(?:^|[\s\d])(?:(Z)|(UTC|GMT)?\s?([+\-−])(\d{1,2}):?(\d{2})?|(UTC|GMT))\)?$/iu;
const TIME = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?/;
/** The longest date text that exports write. */
const MAX_DATE_CHARACTERS = 100;

type Split = { numbers: [number, number, number]; isYearFirst: boolean };
type Read = Split & { timeMs: number; offsetMinutes: number | null };

/** Separates a date from its time, its offset, and its AM or PM. Null if the text isn't a date. */
function split(text: string, month: (name: string) => number | undefined): Read | null {
  if (text.length > MAX_DATE_CHARACTERS) return null;
  let rest = text.replace(/[\u00a0\u202f\u2009]/g, " ").trim();
  const time = /[T\s,]/u.test(rest) ? findTime(rest) : null;
  let offsetMinutes: number | null = null;
  const zone = time || /[a-z]$/iu.test(rest) ? ZONE.exec(rest) : null;
  if (zone) {
    const [, , , sign, hours, minutes] = zone;
    const distance = sign ? Number(hours) * 60 + Number(minutes ?? 0) : 0;
    if (distance > 14 * 60) return null;
    offsetMinutes = sign === "+" || !sign ? distance : -distance;
  }
  let timeMs = 0;
  if (time) {
    const hour = toHour(Number(time.hours), rest.replace(time.text, " "));
    if (hour === null || time.minutes > 59 || time.seconds > 59) return null;
    timeMs = (hour * 3600 + time.minutes * 60 + time.seconds) * 1000 + time.ms;
    rest = rest.slice(0, time.at) + (time.at < 6 ? rest.slice(time.at + time.text.length) : "");
  }
  const date = splitDate(rest, month);
  return date && { ...date, timeMs, offsetMinutes };
}

/** Finds the time of day: after a blank or a T, or in front of the date. */
function findTime(text: string) {
  const found =
    /(?:^|[T\s,]|午前|午後|上午|下午|오전|오후)\s*(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?|\d{1,2}\.\d{2}(?:\.\d{2})?(?=\s|$))/u.exec(
      text,
    );
  const clock = found?.[1];
  const [, hours, minutes, seconds, fraction] = (clock && TIME.exec(clock)) || [];
  if (!found || !clock || !hours || !minutes) return null;
  const at = found.index + found[0].length - clock.length;
  const ms = Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
  return { text: clock, at, hours, minutes: Number(minutes), seconds: Number(seconds ?? 0), ms };
}

function toHour(hour: number, around: string): number | null {
  const isMorning = MORNING.test(around);
  const isAfternoon = !isMorning && AFTERNOON.test(around);
  if (!isMorning && !isAfternoon) return hour < 24 ? hour : null;
  // Some programs write 15:00 PM.
  if (hour > 12) return isAfternoon && hour < 24 ? hour : null;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

function splitDate(text: string, month: (name: string) => number | undefined): Split | null {
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => digits);
  const named = [...text.matchAll(/\p{L}[\p{L}\p{M}]*\.?/gu)]
    .map(([name]) => ({ name, number: month(name) }))
    .find(({ number }) => number !== undefined);
  if (named?.number !== undefined && numbers.length >= 2 && numbers.length <= 3) {
    const [first = "", second = ""] = numbers;
    const [year, day] = first.length === 4 ? [first, second] : [second, first];
    return { numbers: [Number(toYear(year)), named.number, Number(day)], isYearFirst: true };
  }
  const [a, b, c] = numbers;
  if (!a || !b || !c || numbers.length !== 3) return null;
  const isYearFirst = a.length === 4;
  const [first, third] = isYearFirst ? [a, c] : [a, toYear(c)];
  return { numbers: [Number(first), Number(b), Number(third)], isYearFirst };
}

function toYear(digits: string): string {
  return digits.length === 2 ? `20${digits}` : digits;
}

const monthOf = (name: string) => monthNames().get(fold(name));

/**
 * Reads a whole number of seconds, milliseconds, or microseconds since 1970 as epoch milliseconds.
 */
function readEpoch(text: string): number | null {
  if (!/^\d{9,16}(\.\d+)?$/.test(text)) return null;
  const value = Number(text);
  if (value < 1e11) return Math.round(value * 1000);
  return value < 1e14 ? Math.round(value) : Math.round(value / 1000);
}

/**
 * Returns a function that reads dates as exports write them: ISO 8601 with or without a zone, numbers in this order
 * with any separators, names of months, 12 or 24 hours, an offset like `GMT+3`. Dates without an offset are in this
 * time zone.
 *
 * @returns a function that returns epoch milliseconds, or null for text that isn't such a date
 */
export function dateReader(format: DateFormat, timeZone: string): (text: string) => number | null {
  const offsetAt = offsetFinder(parseTimeZone(timeZone) ?? "UTC");
  return (text) => {
    const trimmed = text.trim();
    if (format === "epoch" || /^\d{9,16}$/.test(trimmed)) return readEpoch(trimmed);
    const read = split(trimmed, monthOf);
    if (!read) return null;
    const { numbers, isYearFirst, timeMs, offsetMinutes } = read;
    const [a, b, c] = numbers;
    const [year, month, day] = isYearFirst ? [a, b, c] : format === "mdy" ? [c, a, b] : [c, b, a];
    const at = Date.UTC(year, month - 1, day);
    const isDay =
      year >= 1990 && year < 2100 && new Date(at).getUTCMonth() === month - 1 && day > 0;
    if (!isDay) return null;
    const local = at + timeMs;
    if (offsetMinutes !== null) return local - offsetMinutes * 60_000;
    return local - offsetAt(local - offsetAt(local));
  };
}

/**
 * Guesses the order of the numbers in these dates, whether another order fits as well, and whether they contain a
 * zone. Pure.
 */
export function guessDates(texts: readonly string[]): {
  format: DateFormat;
  isAmbiguous: boolean;
  hasZones: boolean;
} {
  const given = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (given.length > 0 && given.every((text) => readEpoch(text) !== null))
    return { format: "epoch", isAmbiguous: false, hasZones: true };
  const reads = given.flatMap((text) => split(text, monthOf) ?? []);
  const hasZones = reads.length > 0 && reads.every(({ offsetMinutes }) => offsetMinutes !== null);
  const others = reads.filter(({ isYearFirst }) => !isYearFirst).map(({ numbers }) => numbers);
  if (others.length === 0) return { format: "ymd", isAmbiguous: false, hasZones };
  if (others.some(([first]) => first > 12)) return { format: "dmy", isAmbiguous: false, hasZones };
  if (others.some(([, second]) => second > 12))
    return { format: "mdy", isAmbiguous: false, hasZones };
  const isDotted = given.some((text) => /^\d{1,2}\.\d{1,2}\./.test(text));
  return { format: isDotted ? "dmy" : "mdy", isAmbiguous: !isDotted, hasZones };
}
