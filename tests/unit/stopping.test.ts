import { expect, test } from "vitest";
import { isReadinessWatched, noteReadinessCheck } from "#lib/core/stopping";

test("readiness counts as watched for 30 seconds after each check", () => {
  expect(isReadinessWatched(0)).toBe(false);
  noteReadinessCheck(1_000);
  expect(isReadinessWatched(31_000)).toBe(true);
  expect(isReadinessWatched(31_001)).toBe(false);
  noteReadinessCheck(60_000);
  expect(isReadinessWatched(60_000)).toBe(true);
});
