import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { sha256 } from "#lib/core/secrets";
import { changePassword } from "#lib/domain/accounts/password";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { signIn as signInVerb } from "#lib/domain/accounts/sign-in";
import { createToken as createTokenVerb } from "#lib/domain/tokens/create-token";
import type { CookieJar } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import {
  createAccount,
  PASSWORD,
  signIn,
  signUp,
} from "#tests/support/factories/account-factories";
import { callerAt, createToken, type Workspace } from "#tests/support/factories/factories";
import { maintain } from "#tests/support/factories/maintain";
import { linkSecrets, queuedEmails } from "#tests/support/factories/queued-emails";

const NEW_PASSWORD = "another long password";
const DAY_MS = 86_400_000;

async function purposes(workspace: Pick<Workspace, "id">): Promise<string[]> {
  return (await queuedEmails(workspace)).flatMap(({ data }) =>
    data.kind === "account" ? [data.purpose] : [],
  );
}

const secretOf = ({ device = "" }: CookieJar) => device.split("=")[1] ?? "";

test("a sign-in from an unknown browser emails the owner its time, place, and browser", async () => {
  const { user, ...workspace } = await createAccount();
  const caller = {
    ...callerAt(new Date("2026-11-21T12:06:00Z"), "2001:db8::7"),
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  await signInVerb({ email: user.email, password: PASSWORD }, caller);
  expect(await queuedEmails(workspace)).toMatchObject([
    {
      to: user.email,
      isDue: true,
      data: {
        purpose: "new_sign_in",
        at: caller.now.getTime(),
        browser: "Firefox on Linux",
        address: "2001:db8::7",
      },
    },
  ]);
});

test("the browser of the sign-up and a browser seen before cause no email; a made-up cookie does", async () => {
  const { account, email, jar } = await signUp();
  const count = async () =>
    (await purposes(account.workspace)).filter((one) => one === "new_sign_in");
  await signIn(email, PASSWORD, jar);
  expect(await count()).toHaveLength(0);
  const triggers = drainTriggerCount();
  const other: CookieJar = { device: `device=${"x".repeat(43)}` };
  await signIn(email, PASSWORD, other);
  expect(await count()).toHaveLength(1);
  expect(drainTriggerCount()).toBe(triggers + 1);
  expect(other.device, "a planted secret is replaced").not.toContain("xxx");
  await signIn(email, PASSWORD, other);
  expect(await count()).toHaveLength(1);
});

test("a failed sign-in neither sets a cookie nor makes a browser known", async () => {
  const { user } = await createAccount();
  const jar: CookieJar = {};
  expect((await signIn(user.email, "wrong", jar)).status).toBe(401);
  expect(jar).toEqual({});
  expect(await db().knownBrowser.count({ where: { userId: user.id } })).toBe(0);
});

test("only the hash of the cookie is stored, 20 browsers at most, the one unused for longest forgotten first", async () => {
  const { user } = await createAccount();
  const start = Date.now();
  const secrets: string[] = [];
  const enter = async (ms: number, known: string | null = null) => {
    const caller = callerAt(new Date(start + ms));
    const { device } = await signInVerb({ email: user.email, password: PASSWORD }, caller, known);
    secrets.push(device);
  };
  for (let count = 0; count < 20; count += 1) await enter(count);
  await enter(100, secrets[0]);
  await enter(101);
  const rows = await db().knownBrowser.findMany({ where: { userId: user.id } });
  const stored = new Set(rows.map(({ hash }) => Buffer.from(hash).toString("hex")));
  const isKnown = (secret = "") => stored.has(Buffer.from(sha256(secret)).toString("hex"));
  expect(stored.size).toBe(20);
  expect(secrets.slice(0, 3).map(isKnown)).toEqual([true, false, true]);
});

test("two accounts that share a browser are both known in it", async () => {
  const [first, second] = [await createAccount(), await createAccount()];
  const jar: CookieJar = {};
  for (const { user } of [first, second, first, second]) await signIn(user.email, PASSWORD, jar);
  for (const { user, id } of [first, second]) {
    expect(await purposes({ id })).toEqual(["new_sign_in"]);
    const hash = sha256(secretOf(jar));
    expect(await db().knownBrowser.count({ where: { hash, userId: user.id } })).toBe(1);
  }
});

test("a password reset forgets the browsers seen before, and knows the one that made it", async () => {
  const { account, email, jar } = await signUp();
  const newSignIns = async () =>
    (await purposes(account.workspace)).filter((one) => one === "new_sign_in");
  const caller = callerAt(new Date(), "198.51.100.7");
  await requestPasswordReset(email, caller);
  const [secret = ""] = (await linkSecrets(account.workspace, email)).slice(-1);
  const signedIn = await resetPassword(secret, NEW_PASSWORD, caller);
  await signIn(email, NEW_PASSWORD, { device: `device=${signedIn?.device}` });
  expect(await newSignIns()).toEqual([]);
  await signIn(email, NEW_PASSWORD, jar);
  expect(await newSignIns()).toHaveLength(1);
});

test("at most 5 emails an hour tell of unknown browsers", async () => {
  const { user, id } = await createAccount();
  const start = Date.now();
  const enter = (ms: number) =>
    signInVerb({ email: user.email, password: PASSWORD }, callerAt(new Date(start + ms)));
  for (let count = 0; count < 7; count += 1) await enter(count);
  expect(await purposes({ id })).toHaveLength(5);
  await enter(3_600_000);
  expect(await purposes({ id })).toHaveLength(6);
});

test("a changed password and a new token are emailed to the user, but not those the system creates", async () => {
  const workspace = await createAccount();
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await createToken(workspace);
  await changePassword(workspace.ctx, passwords, null);
  await createTokenVerb(workspace.ctx, { name: "CI", scopes: ["forms:read"], expiresInDays: 30 });
  expect((await queuedEmails(workspace)).map(({ to, data }) => [to, data])).toMatchObject([
    [workspace.user.email, { purpose: "password_changed", name: null, address: "192.0.2.1" }],
    [workspace.user.email, { purpose: "token_created", name: "CI" }],
  ]);
});

test("maintenance forgets a browser a year after its last sign-in", async () => {
  const { user } = await createAccount();
  const start = Date.now();
  await signInVerb({ email: user.email, password: PASSWORD }, callerAt(new Date(start)));
  const count = () => db().knownBrowser.count({ where: { userId: user.id } });
  await maintain(new Date(start + 365 * DAY_MS - 1));
  expect(await count()).toBe(1);
  await maintain(new Date(start + 365 * DAY_MS));
  expect(await count()).toBe(0);
});
