import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sealPending, sealSession, unsealPending, unsealSession } from "#lib/session/cookie";

const START = Date.parse("2026-11-01T12:00:00Z");
const PENDING = {
  userId: "019a3f00-0000-7000-8000-000000000001",
  passwordKey: "key",
  startedAt: START,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a pending sign-in is no session, and a session is no pending sign-in", async () => {
  const pending = await sealPending(PENDING);
  expect(await unsealSession(pending)).toBeNull();
  expect(await unsealPending(await sealSession(PENDING.userId))).toBeNull();
  expect(await unsealPending(pending)).toEqual(PENDING);
});

test("a pending sign-in can't be changed, made up, or kept", async () => {
  const pending = await sealPending(PENDING);
  for (const cookie of [undefined, "", "x", pending.slice(0, -4), pending.replace("*1*", "*2*")])
    expect(await unsealPending(cookie)).toBeNull();
  // Seals tolerate a minute of clock difference; the verb itself counts 5 minutes exactly.
  vi.setSystemTime(START + 6 * 60_000 + 1000);
  expect(await unsealPending(pending)).toBeNull();
});
