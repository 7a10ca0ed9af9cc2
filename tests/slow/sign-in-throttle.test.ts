import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/client-address";
import { newId } from "#lib/core/ids";
import { hashVisitorAddress } from "#lib/core/secrets";
import { signIn as signInVerb } from "#lib/domain/accounts/sign-in";
import { signUp as signUpVerb } from "#lib/domain/accounts/sign-up";
import { type CookieJar, callAccount, errorOf } from "#tests/support/contract/api";
import { createAccount, PASSWORD, signIn } from "#tests/support/factories/account-factories";
import { callerAt } from "#tests/support/factories/factories";

const WINDOW_MS = 15 * 60_000;

// The app reads its settings on the first request.
process.env.SIGN_UP_RATE_LIMIT = "3";

let networks = 0;
/** An IP address in a network that no other test uses. */
function newAddress(): string {
  networks += 1;
  return `2001:db8:${networks.toString(16)}:${process.pid.toString(16)}::1`;
}

function attempt(email: string, password: string, address: string, jar: CookieJar = {}) {
  return callAccount("POST", "/api/account/sign-in", {
    jar: { ...jar },
    body: { email, password },
    headers: { [CLIENT_ADDRESS_HEADER]: address },
  });
}

/** Counts failures as if they had just happened. */
async function fillBucket(bucket: string, count: number) {
  const at = new Date();
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    bucket: `sign-in:${bucket}`,
    at,
  }));
  await db().countedEvent.createMany({ data: rows });
}

async function fail(email: string, times: number, address = newAddress()) {
  for (let index = 0; index < times; index += 1)
    errorOf(await attempt(email, "wrong", address), "credentials_invalid");
}

test("a stranger's failures don't keep the owner out, even on the first visit from another network", async () => {
  const { user } = await createAccount();
  const strangers = newAddress();
  await fail(user.email, 10, strangers);
  errorOf(await attempt(user.email, PASSWORD, strangers), "rate_limited");
  expect((await attempt(user.email, PASSWORD, newAddress())).status).toBe(200);
});

test("rejects even the correct password after 10 failures on an account from one network", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  await fail(user.email, 9, address);
  expect((await attempt(user.email, PASSWORD, address)).status).toBe(200);
  await fail(user.email, 1, address);
  const rejected = await attempt(user.email, PASSWORD, address);
  errorOf(rejected, "rate_limited");
  const seconds = Number(rejected.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(840);
  expect(seconds).toBeLessThanOrEqual(900);
});

test("100 failures from many networks stop strangers, but not a browser that the account is known in", async () => {
  const { user } = await createAccount();
  const home: CookieJar = {};
  await signIn(user.email, PASSWORD, home);
  await fillBucket(`account:${hashVisitorAddress(user.email)}`, 100);
  errorOf(await attempt(user.email, PASSWORD, newAddress()), "rate_limited");
  expect((await attempt(user.email, PASSWORD, newAddress(), { device: home.device })).status).toBe(
    200,
  );
});

test("a known browser has 10 failures of its own, wherever it is", async () => {
  const { user } = await createAccount();
  const home: CookieJar = {};
  await signIn(user.email, PASSWORD, home);
  const known = () => attempt(user.email, "wrong", newAddress(), { device: home.device });
  for (let index = 0; index < 10; index += 1) errorOf(await known(), "credentials_invalid");
  errorOf(await known(), "rate_limited");
  expect((await attempt(user.email, PASSWORD, newAddress())).status).toBe(200);
});

test("a browser known for one account has no say over another", async () => {
  const [mine, theirs] = [await createAccount(), await createAccount()];
  const jar: CookieJar = {};
  await signIn(mine.user.email, PASSWORD, jar);
  await fillBucket(`account:${hashVisitorAddress(theirs.user.email)}`, 100);
  for (const device of [jar.device, "device=made-up", "device="])
    errorOf(await attempt(theirs.user.email, PASSWORD, newAddress(), { device }), "rate_limited");
});

test("throttles an unknown account with the same error as a known one", async () => {
  const { user } = await createAccount();
  const unknown = `nobody-${newId()}@example.com`;
  const answers = [];
  for (const email of [user.email, unknown]) {
    const address = newAddress();
    await fail(email, 10, address);
    const { requestId: _, ...error } = errorOf(
      await attempt(email, "wrong", address),
      "rate_limited",
    );
    answers.push(error);
  }
  expect(answers[0]).toEqual(answers[1]);
});

test("rejecting an unknown account takes as much CPU time as a known one", async () => {
  const { user } = await createAccount();
  const costs = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  const emails = [
    ["known", user.email],
    ["unknown", `nobody-${newId()}@example.com`],
  ] as const;
  // CPU time, because a busy machine distorts wall time; the minimum, because the first call warms up.
  for (let round = 0; round < 9; round += 1)
    for (const [kind, email] of emails) {
      const before = process.cpuUsage();
      await fail(email, 1);
      const used = process.cpuUsage(before);
      costs[kind] = Math.min(costs[kind], used.user + used.system);
    }
  expect(costs.unknown / costs.known).toBeGreaterThan(0.5);
  expect(costs.unknown / costs.known).toBeLessThan(2);
});

test("sign-in throttling ignores the case of the email address", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  await fail(user.email, 5, address);
  await fail(` ${user.email.toUpperCase()}`, 5, address);
  errorOf(await attempt(user.email, PASSWORD, address), "rate_limited");
});

test("checks at most 10 of 20 concurrent wrong passwords", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => attempt(user.email, "wrong", address)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});

test("successful sign-ins don't count as failures", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  for (let index = 0; index < 12; index += 1)
    expect((await attempt(user.email, PASSWORD, address)).status).toBe(200);
  await fail(user.email, 10, address);
});

test("50 failed sign-ins across accounts block only the network they came from", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  await Promise.all(
    Array.from({ length: 50 }, () => fail(`nobody-${newId()}@example.com`, 1, address)),
  );
  const sameNetwork = address.replace("::1", ":ffff::2");
  errorOf(await attempt(user.email, PASSWORD, sameNetwork), "rate_limited");
  expect((await attempt(user.email, PASSWORD, newAddress())).status).toBe(200);
});

test("a failed sign-in counts for exactly 15 minutes", async () => {
  const { user } = await createAccount();
  const start = Date.now();
  const address = newAddress();
  const at = (ms: number, password: string) =>
    signInVerb({ email: user.email, password }, callerAt(new Date(start + ms), address));
  for (let index = 0; index < 10; index += 1)
    await expect(at(index * 1000, "wrong")).rejects.toMatchObject({ code: "credentials_invalid" });
  await expect(at(WINDOW_MS - 1, PASSWORD)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 1,
  });
  await expect(at(WINDOW_MS, "wrong")).rejects.toMatchObject({ code: "credentials_invalid" });
  await expect(at(WINDOW_MS, "wrong")).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 1,
  });
  expect((await at(WINDOW_MS + 9000, PASSWORD)).account.user.email).toBe(user.email);
});

test("limits sign-ups per network per hour, including rejected ones", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  const start = Date.now();
  const at = (ms: number, email = `owner-${newId()}@example.com`) =>
    signUpVerb(
      { email, password: PASSWORD, workspaceName: "x" },
      callerAt(new Date(start + ms), address),
    );
  await at(0);
  await expect(at(1000, user.email)).rejects.toMatchObject({ code: "email_taken" });
  await at(2000);
  await expect(at(3000)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 3597 });
  await at(3_600_000);
  await expect(at(3_600_000)).rejects.toMatchObject({ code: "rate_limited" });
});
