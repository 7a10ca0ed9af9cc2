import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PENDING, seal, sealSession, unseal, unsealSession } from "#lib/entry/account/cookie";

const SESSION_ID = "019a3f00-0000-7000-8000-000000000001";
const DAY_MS = 86_400_000;
/** The cookie was sealed by iron-session 8.0.4 for 30 days with the SECRET_KEY of the tests. */
const SEALED_AT = Date.parse("2026-11-01T12:00:00Z");
const SEALED_BY_VERSION_8 =
  "Fe26.2*1*e269fc03248331e3a50b5e46bf3ca744fe95e971a84332db5b1e862ff5040ed5*Tl10mGt1oH8chMReeHCVXg*a5tNvIzzHgkubFhe4eTf6tS1P57E3o9qqaouKle3uoVhfydEUEz5XrTVY0X8e5QCd411XXjtSyTQhwUiKwDoqw*1796126400000*7b47a6b590f32be67ef2e43b3162b77f5b80fde009fa58143b10f51597915a06*P_0JpC1SuqjmDJzWTSwaUVcY_HPLMZIqnFma5KQD15g~2";

const FIRST_STEP = { userId: SESSION_ID, passwordKey: "key", startedAt: SEALED_AT };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: SEALED_AT });
});
afterEach(() => {
  vi.useRealTimers();
});

test("unseals a cookie from iron-session 8, so users stay signed in after an update", async () => {
  expect(await unsealSession(SEALED_BY_VERSION_8)).toBe(SESSION_ID);
});

test("a session cookie expires after 30 days", async () => {
  for (const cookie of [SEALED_BY_VERSION_8, await sealSession(SESSION_ID)]) {
    vi.setSystemTime(SEALED_AT + 30 * DAY_MS);
    expect(await unsealSession(cookie)).toBe(SESSION_ID);
    vi.setSystemTime(SEALED_AT + 31 * DAY_MS);
    expect(await unsealSession(cookie)).toBeNull();
    vi.setSystemTime(SEALED_AT);
  }
});

test.each([
  ["no cookie", undefined],
  ["an empty cookie", ""],
  ["a word", "x"],
  ["a seal of the wrong shape", "Fe26.2*1*a*b*c~2"],
  ["a changed seal", SEALED_BY_VERSION_8.replace("Fe26.2*1*", "Fe26.2*1*0")],
  ["a seal under an unknown key number", SEALED_BY_VERSION_8.replace("*1*", "*2*")],
])("finds no session in a cookie that wasn't sealed here: %s", async (_what, cookie) => {
  expect(await unsealSession(cookie)).toBeNull();
});

test("rejects a sealed value that isn't a session", async () => {
  expect(await unsealSession(await sealSession("not an id"))).toBeNull();
});

test("a pending sign-in is no session, and a session is no pending sign-in", async () => {
  const pending = await seal(PENDING, FIRST_STEP);
  expect(await unsealSession(pending)).toBeNull();
  expect(await unseal(PENDING, await sealSession(FIRST_STEP.userId))).toBeNull();
  expect(await unseal(PENDING, pending)).toEqual(FIRST_STEP);
});

test("a pending sign-in can't be changed, made up, or kept", async () => {
  const pending = await seal(PENDING, FIRST_STEP);
  for (const cookie of [undefined, "", "x", pending.slice(0, -4), pending.replace("*1*", "*2*")])
    expect(await unseal(PENDING, cookie)).toBeNull();
  // Seals tolerate a minute of clock difference; the verb itself counts 5 minutes exactly.
  vi.setSystemTime(SEALED_AT + 6 * 60_000 + 1000);
  expect(await unseal(PENDING, pending)).toBeNull();
});
