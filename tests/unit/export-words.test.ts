import { expect, test } from "vitest";
import { describePlan, spansOf } from "../../app/(dashboard)/inbox/dialogs/export-words";

const ID = "00000000-0000-0000-0000-000000000000";
const slice = (newest: string, oldest: string) => ({
  newest: `${Date.parse(newest)}:${ID}`,
  oldest: `${Date.parse(oldest)}:${ID}`,
  count: 900,
});
const plan = (isCut: boolean, ...slices: ReturnType<typeof slice>[]) => ({
  total: slices.length * 900,
  isCut,
  slices,
  fields: null,
});
const TODAY = slice("2026-11-21T10:00:00Z", "2026-11-20T23:30:00Z");
const EARLIER = slice("2026-11-20T22:30:00Z", "2026-11-18T10:00:00Z");

test("an export that is cut shows how much it holds, and what to do about the rest", () => {
  expect(describePlan(plan(true, TODAY, EARLIER))).toBe(
    "More than 1,800 messages match. The 2 parts below hold the newest 1,800. Narrow the filter to export the others.",
  );
  expect(describePlan(plan(false, TODAY, EARLIER))).toBe(
    "1,800 messages match. A file holds at most 1,000 messages, so this export has 2 parts.",
  );
  expect(describePlan(plan(false, TODAY))).toBe("900 messages match.");
});

test("files are named by days of the viewer's time zone, by times where they share a day", () => {
  expect(spansOf(plan(false, TODAY, EARLIER), "Europe/Berlin")).toEqual([
    "21 Nov 2026",
    "18\u2009–\u200920 Nov 2026",
  ]);
  expect(spansOf(plan(false, TODAY, EARLIER), "UTC")).toEqual([
    "20 Nov 2026, 23:30:00\u2009–\u200921 Nov 2026, 10:00:00",
    "18 Nov 2026, 10:00:00\u2009–\u200920 Nov 2026, 22:30:00",
  ]);
  const [, last] = spansOf(plan(true, TODAY, EARLIER), "Europe/Berlin");
  expect(last, "more of its day may match").toContain("11:00:00");
});
