import { expect, test } from "vitest";
import {
  guessTimeZone,
  nextAtHour,
  nextFullHour,
  TIME_ZONES,
  TimeZoneName,
} from "#lib/core/time-zones";

const HOUR_MS = 3_600_000;

test.each([
  ["an ordinary day", "2026-11-30T05:00:00Z", 9, "Europe/Berlin", "2026-11-30T08:00:00Z"],
  ["the hour itself", "2026-11-30T08:00:00Z", 9, "Europe/Berlin", "2026-12-01T08:00:00Z"],
  ["the end of a month", "2026-11-30T23:30:00Z", 0, "Europe/Berlin", "2026-12-01T23:00:00Z"],
  ["the end of a year", "2026-12-31T20:00:00Z", 8, "Pacific/Kiritimati", "2027-01-01T18:00:00Z"],
  ["a leap day", "2028-02-28T12:00:00Z", 8, "UTC", "2028-02-29T08:00:00Z"],
  ["half an hour's zone", "2026-11-30T00:00:00Z", 9, "Asia/Calcutta", "2026-11-30T03:30:00Z"],
  ["a day of 23 hours", "2026-03-28T08:00:00Z", 9, "Europe/Berlin", "2026-03-29T07:00:00Z"],
  ["a day of 25 hours", "2026-10-24T07:00:00Z", 9, "Europe/Berlin", "2026-10-25T08:00:00Z"],
  [
    "an hour that doesn't exist",
    "2026-03-28T10:00:00Z",
    2,
    "Europe/Berlin",
    "2026-03-29T01:00:00Z",
  ],
  ["the day after it", "2026-03-29T01:00:00Z", 2, "Europe/Berlin", "2026-03-30T00:00:00Z"],
  ["an hour that comes twice", "2026-10-24T10:00:00Z", 2, "Europe/Berlin", "2026-10-25T00:00:00Z"],
  ["its second time", "2026-10-25T00:00:00Z", 2, "Europe/Berlin", "2026-10-26T01:00:00Z"],
  ["a day that a zone skipped", "2011-12-30T09:00:00Z", 8, "Pacific/Apia", "2011-12-30T18:00:00Z"],
] as const)("finds the next time of an hour: %s", (_, after, hour, timeZone, expected) => {
  expect(nextAtHour(new Date(after), hour, timeZone)).toEqual(new Date(expected));
});

test.each([
  ["Europe/Berlin", [1, 2]],
  ["America/New_York", [1, 2]],
  ["Australia/Lord_Howe", [1, 2]],
  ["Africa/Cairo", [0, 23]],
] as const)(
  "an hour comes once on each day, whatever %s does with its clock",
  (timeZone, hours) => {
    const { format } = new Intl.DateTimeFormat("en-CA", { timeZone });
    // Clocks change in March or April, and in October or November.
    const seasons = [
      ["2026-03-01", 61],
      ["2026-10-01", 36],
    ] as const;
    for (const hour of hours)
      for (const [start, count] of seasons) {
        const days = new Set<string>();
        let at = new Date(start);
        for (let nth = 0; nth < count; nth += 1) {
          const next = nextAtHour(at, hour, timeZone);
          expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(26 * HOUR_MS);
          at = next;
          days.add(format(at));
        }
        expect(days.size).toBe(count);
      }
  },
);

test("the next full hour is after the moment", () => {
  expect(nextFullHour(new Date("2026-11-30T08:59:59.999Z"))).toEqual(
    new Date("2026-11-30T09:00:00Z"),
  );
  expect(nextFullHour(new Date("2026-11-30T09:00:00Z"))).toEqual(new Date("2026-11-30T10:00:00Z"));
});

test("knows the zones of this runtime and UTC, and nothing else", () => {
  expect(TIME_ZONES[0]).toBe("UTC");
  for (const name of TIME_ZONES) expect(TimeZoneName.safeParse(name).success, name).toBe(true);
  for (const name of ["", "Mars/Olympus", "+01:00", "europe/berlin", "__proto__"])
    expect(TimeZoneName.safeParse(name).success, name).toBe(false);
});

test("takes another name of a zone from a browser, and no nonsense", () => {
  expect(guessTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
  expect(guessTimeZone("Asia/Kolkata")).toBe("Asia/Calcutta");
  expect(guessTimeZone("Etc/UTC")).toBe("UTC");
  for (const name of ["", "Mars/Olympus", "x".repeat(100)]) expect(guessTimeZone(name)).toBeNull();
});
