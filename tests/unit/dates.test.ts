import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  dayBefore,
  formatMoment,
  formatSpan,
  formatUtc,
  parseTimeZone,
  startOfDay,
  utcDay,
} from "#lib/core/dates";

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

const ROOT = new URL("../..", import.meta.url).pathname;
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
