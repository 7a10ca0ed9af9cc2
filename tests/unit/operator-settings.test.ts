import { describe, expect, test } from "vitest";
import { parseSettings } from "#lib/core/settings";
import { summarize } from "#selfhost/summary";

function summaryOf(env: Record<string, string>): string {
  return summarize({
    settings: parseSettings(env),
    dataDir: "/data",
    databaseDir: "/data/postgres",
    isDevelopment: false,
  });
}

test("the summary names no operator setting that isn't set", () => {
  expect(summaryOf({})).not.toMatch(/SIGN_UP/);
});

describe("SIGN_UP", () => {
  test.each(["invited", "closed"])("%s is in the summary", (mode) => {
    expect(parseSettings({ SIGN_UP: mode }).signUp).toBe(mode);
    expect(summaryOf({ SIGN_UP: mode })).toContain(`SIGN_UP=${mode}`);
  });

  test("rejects other values by name", () => {
    expect(() => parseSettings({ SIGN_UP: "invite" })).toThrow(/^SIGN_UP: /);
  });
});
