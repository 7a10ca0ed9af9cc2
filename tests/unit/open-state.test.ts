import { describe, expect, test } from "vitest";
import { fromWallTime, toWallTime } from "#lib/core/dates";
import { findClosedReason } from "#lib/domain/forms/options/open-state";
import { SaveOptionsInput, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { admitWithin } from "#lib/domain/intake/admit-within";

const OPEN = { opensAt: null, closesAt: null, maxSubmissions: null, taken: 0 };

describe("why a form isn't open", () => {
  test.each([
    ["has no limits", {}, null],
    ["opens later", { opensAt: 101 }, "early"],
    ["opens now", { opensAt: 100 }, null],
    ["closes later", { closesAt: 101 }, null],
    ["closes now", { closesAt: 100 }, "over"],
    ["was open before", { opensAt: 10, closesAt: 20 }, "over"],
    ["has room for one more", { maxSubmissions: 3, taken: 2 }, null],
    ["has no room", { maxSubmissions: 3, taken: 3 }, "full"],
    ["has more than it has room for", { maxSubmissions: 3, taken: 9 }, "full"],
    ["is full, and opens later", { opensAt: 101, maxSubmissions: 1, taken: 1 }, "early"],
  ] as const)("one that %s", (_, options, reason) => {
    expect(findClosedReason({ ...OPEN, ...options }, 100)).toBe(reason);
  });
});

describe("who gets in", () => {
  const sent = (form_id: string, spam_reason: "honeypot" | null = null) => ({
    draft: { form_id, spam_reason },
    maxSubmissions: 3,
  });

  test("the first ones, form by form, and all spam, which takes no room", () => {
    const items = [sent("a"), sent("b"), sent("a", "honeypot"), sent("a"), sent("b"), sent("b")];
    const taken = new Map([
      ["a", 2],
      ["b", 1],
    ]);
    expect(admitWithin(items, taken)).toEqual([true, true, true, false, true, false]);
  });

  test("no one, of a form that was deleted", () => {
    expect(admitWithin([sent("a")], new Map())).toEqual([false]);
  });
});

describe("options to save", () => {
  test.each([
    [{ opensAt: 2, closesAt: 1 }, "closesAt"],
    [{ opensAt: 1, closesAt: 1 }, "closesAt"],
    [{ maxSubmissions: 0 }, "maxSubmissions"],
    [{ maxSubmissions: 1.5 }, "maxSubmissions"],
    [{ closedText: " " }, "closedText"],
    [{ closedText: "x".repeat(501) }, "closedText"],
    [{ opensAt: -1 }, "opensAt"],
    [{ closesAt: 253_402_300_800_000 }, "closesAt"],
    [{ scriptAnswer: "xml" }, "scriptAnswer"],
  ])("%o is rejected at %s", (change, path) => {
    const { error } = SaveOptionsInput.safeParse({ ...UNSAVED_OPTIONS, ...change });
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });
});

describe("the time on a clock", () => {
  test.each([
    ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
    ["2026-12-01T09:00", "Europe/Berlin", "2026-12-01T08:00:00.000Z"],
    ["2026-12-01T09:00", "Asia/Kolkata", "2026-12-01T03:30:00.000Z"],
    ["2026-12-01T09:00:00", undefined, "2026-12-01T09:00:00.000Z"],
  ])("%s in %s is %s, and back", (text, zone, moment) => {
    const at = fromWallTime(text, zone);
    expect(new Date(at ?? 0).toISOString()).toBe(moment);
    expect(toWallTime(at ?? 0, zone)).toBe(text.slice(0, 16));
  });

  test.each(["", "soon", "2026-13-01T09:00", "2026-12-01"])("%o is no time", (text) => {
    expect(fromWallTime(text, "UTC")).toBeNull();
  });
});
