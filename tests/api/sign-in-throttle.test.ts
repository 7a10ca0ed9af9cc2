import { expect, test } from "vitest";
import { signIn as signInVerb } from "#lib/accounts/sign-in";
import { signUp as signUpVerb } from "#lib/accounts/sign-up";
import { newId } from "#lib/core/ids";
import { CLIENT_ADDRESS_HEADER } from "#lib/http/client-address";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { createAccount, PASSWORD } from "#tests/support/factories/account-factories";

const WINDOW_MS = 15 * 60_000;

// Settings are read at the first request.
process.env.SIGN_UP_RATE_LIMIT = "3";

let networks = 0;
/** An address of a network that no other test uses. */
function newAddress(): string {
  networks += 1;
  return `2001:db8:${networks.toString(16)}:${process.pid.toString(16)}::1`;
}

function attempt(email: string, password: string, address: string) {
  return callAccount("POST", "/api/account/sign-in", {
    body: { email, password },
    headers: { [CLIENT_ADDRESS_HEADER]: address },
  });
}

async function fail(email: string, times: number, address = newAddress()) {
  for (let index = 0; index < times; index += 1)
    errorOf(await attempt(email, "wrong", address), "credentials_invalid");
}

test("after 10 failures of one account the right password is refused too, from wherever", async () => {
  const { user } = await createAccount();
  await fail(user.email, 9);
  expect((await attempt(user.email, PASSWORD, newAddress())).status).toBe(200);
  await fail(user.email, 1);
  const refused = await attempt(user.email, PASSWORD, newAddress());
  errorOf(refused, "rate_limited");
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(840);
  expect(seconds).toBeLessThanOrEqual(900);
});

test("an account that does not exist is throttled alike, with the same answer", async () => {
  const { user } = await createAccount();
  const unknown = `nobody-${newId()}@example.com`;
  const answers = [];
  for (const email of [user.email, unknown]) {
    await fail(email, 10);
    const { requestId: _, ...error } = errorOf(
      await attempt(email, "wrong", newAddress()),
      "rate_limited",
    );
    answers.push(error);
  }
  expect(answers[0]).toEqual(answers[1]);
});

test("an unknown account costs as much to refuse as a known one", async () => {
  const { user } = await createAccount();
  const costs = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  const emails = [
    ["known", user.email],
    ["unknown", `nobody-${newId()}@example.com`],
  ] as const;
  // Processor time, for a busy machine stretches the clock's; the least, for the first pays for all.
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

test("spellings of one address are one account", async () => {
  const { user } = await createAccount();
  await fail(user.email, 5);
  await fail(` ${user.email.toUpperCase()}`, 5);
  errorOf(await attempt(user.email, PASSWORD, newAddress()), "rate_limited");
});

test("of 20 wrong passwords at once no more than 10 are tried", async () => {
  const { user } = await createAccount();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => attempt(user.email, "wrong", newAddress())),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});

test("successful sign-ins are no failures, however many", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  for (let index = 0; index < 12; index += 1)
    expect((await attempt(user.email, PASSWORD, address)).status).toBe(200);
  await fail(user.email, 10, address);
});

test("50 failures from one network, over many accounts, stop it, and no other", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  await Promise.all(
    Array.from({ length: 50 }, () => fail(`nobody-${newId()}@example.com`, 1, address)),
  );
  const sameNetwork = address.replace("::1", ":ffff::2");
  errorOf(await attempt(user.email, PASSWORD, sameNetwork), "rate_limited");
  expect((await attempt(user.email, PASSWORD, newAddress())).status).toBe(200);
});

test("a failure counts for exactly 15 minutes", async () => {
  const { user } = await createAccount();
  const start = Date.now();
  const at = (ms: number, password: string) =>
    signInVerb(
      { email: user.email, password },
      { address: newAddress(), userAgent: null, now: new Date(start + ms) },
    );
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

test("sign-ups are limited per network and hour, taken addresses included", async () => {
  const { user } = await createAccount();
  const address = newAddress();
  const start = Date.now();
  const at = (ms: number, email = `owner-${newId()}@example.com`) =>
    signUpVerb(
      { email, password: PASSWORD, workspaceName: "x" },
      { address, userAgent: null, now: new Date(start + ms) },
    );
  await at(0);
  await expect(at(1000, user.email)).rejects.toMatchObject({ code: "email_taken" });
  await at(2000);
  await expect(at(3000)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 3597 });
  await at(3_600_000);
  await expect(at(3_600_000)).rejects.toMatchObject({ code: "rate_limited" });
});
