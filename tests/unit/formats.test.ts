import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { niceTicks } from "#components/chart/bar-chart";
import { countOf, formatBytes } from "#lib/core/count";
import {
  dayBefore,
  formatLabeled,
  formatMoment,
  formatSpan,
  formatUtc,
  parseTimeZone,
  startOfDay,
  utcDay,
} from "#lib/core/dates";

const ROOT = new URL("../..", import.meta.url).pathname;
const AT = Date.UTC(2026, 0, 31, 23, 5, 9);

test.each([
  ["exact", "Pacific/Kiritimati", "1 Feb 2026, 13:05:09"],
  ["exact", "America/Los_Angeles", "31 Jan 2026, 15:05:09"],
  ["day", "Pacific/Kiritimati", "1 Feb 2026"],
  ["day", "America/Los_Angeles", "31 Jan 2026"],
  ["longDay", "Pacific/Kiritimati", "1 February 2026"],
  ["exact", undefined, "31 Jan 2026, 23:05:09 UTC"],
  ["minute", undefined, "31 January 2026 at 23:05 UTC"],
  ["day", undefined, "31 Jan 2026 UTC"],
] as const)("formats a moment as %s in %s: %s", (style, timeZone, text) => {
  expect(formatMoment(AT, style, timeZone)).toBe(text);
});

test.each([
  ["Europe/Berlin", AT, "1 February 2026 at 00:05 UTC+1"],
  ["Europe/Berlin", Date.UTC(2026, 6, 1), "1 July 2026 at 02:00 UTC+2"],
  ["America/St_Johns", AT, "31 January 2026 at 19:35 UTC-3:30"],
  ["UTC", AT, "31 January 2026 at 23:05 UTC"],
  [undefined, AT, "31 January 2026 at 23:05 UTC"],
] as const)("says which zone a time in %s is in", (timeZone, at, text) => {
  expect(formatLabeled(at, "minute", timeZone)).toBe(text);
});

test("formats UTC days and months in UTC", () => {
  expect(formatUtc(AT, "month")).toBe("January 2026");
  expect(formatUtc("2026-01", "shortMonth")).toBe("Jan");
  expect(formatUtc("2026-01-31", "dayOfYear")).toBe("31 January");
  expect(utcDay(new Date(AT))).toBe("2026-01-31");
});

test("formats a span in the viewer's time zone, or labels it UTC", () => {
  const span = (timeZone?: string) => formatSpan(AT, AT + 86_400_000, "day", timeZone);
  expect(span("Pacific/Kiritimati")).toBe("1\u2009–\u20092 Feb 2026");
  expect(span()).toBe("31 Jan\u2009–\u20091 Feb 2026 UTC");
});

test.each([undefined, "", "Mars/Olympus", "UTC; Path=/", "__proto__", "x".repeat(100)])(
  "rejects %j as a time zone",
  (name) => expect(parseTimeZone(name)).toBeUndefined(),
);

test("keeps the browser's spelling of a time zone", () => {
  for (const name of ["America/Los_Angeles", "Asia/Calcutta", "UTC"])
    expect(parseTimeZone(name)).toBe(name);
});

test.each([
  ["2026-11-21", undefined, "2026-11-21T00:00:00.000Z"],
  ["2026-11-21", "Asia/Kolkata", "2026-11-20T18:30:00.000Z"],
  ["2026-11-21", "America/Los_Angeles", "2026-11-21T08:00:00.000Z"],
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
  ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
  ["2026-04-05", "Pacific/Auckland", "2026-04-04T11:00:00.000Z"],
])("the day %s in %s begins at %s", (day, timeZone, begin) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(begin);
});

test("the next day begins after 23, 24, or 25 hours", () => {
  const hours = (day: string) =>
    (startOfDay(day, "Europe/Berlin", { isNext: true }).getTime() -
      startOfDay(day, "Europe/Berlin").getTime()) /
    3_600_000;
  expect(["2026-03-29", "2026-06-01", "2026-10-25"].map(hours)).toEqual([23, 24, 25]);
});

test.each([
  ["2026-11-20T23:30:00Z", 0, "Europe/Berlin", "2026-11-21"],
  ["2026-11-21T00:30:00Z", 0, "America/Los_Angeles", "2026-11-20"],
  ["2026-03-29T22:30:00Z", 1, "Europe/Berlin", "2026-03-29"],
  ["2026-10-25T23:30:00Z", 1, "Europe/Berlin", "2026-10-25"],
  ["2026-03-01T12:00:00Z", 6, undefined, "2026-02-23"],
])("at %s, the day %s days before in %s is %s", (at, days, timeZone, day) => {
  expect(dayBefore(Date.parse(at), days, timeZone)).toBe(day);
});

const FORMATTERS =
  /\btoISOString\b|\btoLocale(?:Date|Time)?String\b|\bto(?:Date|Time|UTC)String\b|\.DateTimeFormat\b|\.RelativeTimeFormat\b|\.get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)\(/;

test("pages format dates only in components that know the viewer's time zone", () => {
  const pages = globSync("{app,components}/**/*.{ts,tsx}", { cwd: ROOT });
  const writers = pages.filter((file) => FORMATTERS.test(readFileSync(ROOT + file, "utf8")));
  // These components use the browser's time zone.
  expect(writers.toSorted()).toEqual([
    "components/ui/clock.tsx",
    "components/ui/relative-time.tsx",
  ]);
  const lib = globSync("lib/**/*.{ts,tsx}", { cwd: ROOT });
  const formatting = lib.filter((file) =>
    /\.DateTimeFormat\b/.test(readFileSync(ROOT + file, "utf8")),
  );
  expect(formatting).toEqual(["lib/core/dates.ts"]);
});

test.each([
  [0, "message", undefined, "0 messages"],
  [1, "message", undefined, "1 message"],
  [2, "message", undefined, "2 messages"],
  [12_480, "message", undefined, "12,480 messages"],
  [1, "day", undefined, "1 day"],
  [1, "address", "addresses", "1 address"],
  [3, "address", "addresses", "3 addresses"],
] as const)("formats %s with the noun %s", (count, one, many, text) => {
  expect(countOf(count, one, many)).toBe(text);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1.0 KB"],
  [9_960, "10 KB"],
  [25_000, "25 KB"],
  [999_999, "1.0 MB"],
  [4_194_304, "4.2 MB"],
  [5e15, "5000 TB"],
])("formats %s bytes as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

/** A value followed by a plural noun, even on the next line or in another element. */
const COUNTED =
  /\{[^{}\n]*\}(?:<[^>]*>|\{" "\}|\s)*\s(?:messages|files|forms|recipients|rules|steps|scopes|days|hours|minutes|seconds|events|emails|mails|attempts|deliveries|addresses|tokens|sessions|requests|results|parts|posts|members|entries|characters)\b(?!=)/g;
/** Constants greater than one and ranges are always plural. */
const ALWAYS_PLURAL = /[A-Z]{3,}_[A-Z]|\bmin\}|\bmax\w*\}|toLocaleString|allowance/;

test("pages format every count and its noun with countOf", () => {
  const files = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !file.includes("generated"),
  );
  const wrong = files.flatMap((file) =>
    (readFileSync(ROOT + file, "utf8").match(COUNTED) ?? [])
      .filter((text) => !ALWAYS_PLURAL.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [33, [0, 10, 20, 30, 40]],
  [583, [0, 200, 400, 600]],
  [100_000, [0, 50_000, 100_000]],
])("values up to %d get the scale %j", (highest, ticks) => {
  expect(niceTicks(highest)).toEqual(ticks);
});

test("a scale covers the highest value with at most five evenly spaced integer ticks", () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (highest) => {
      const ticks = niceTicks(highest);
      const [zero = -1, step = 0] = ticks;
      expect(zero).toBe(0);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks).toEqual(ticks.map((_, index) => index * step));
      expect(Number.isInteger(step)).toBe(true);
    }),
  );
});
