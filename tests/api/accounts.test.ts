import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { Account } from "#lib/domain/accounts/schema";
import {
  type CookieJar,
  callAccount,
  dataOf,
  errorOf,
  invalidPaths,
} from "#tests/support/contract/api";
import {
  createAccount,
  PASSWORD,
  signIn,
  signUp,
} from "#tests/support/factories/account-factories";

function readAccount(jar: CookieJar) {
  return callAccount("GET", "/api/account", { jar });
}

function callSignUp(change: object) {
  const email = `owner-${newId()}@example.com`;
  const body = { email, password: PASSWORD, workspaceName: "x", ...change };
  return callAccount("POST", "/api/account/sign-up", { body });
}

/** With the documented cost. */
const HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test("sign-up creates a user and a workspace, stores the password as a hash, and signs in", async () => {
  const email = `  Ada-${newId()}@Example.com `;
  const { jar, account, answer } = await signUp(email);
  expect(answer.status).toBe(201);
  expect(account).toMatchObject({
    user: { email: email.trim() },
    workspace: { name: "Example workspace", plan: null },
  });
  expect(dataOf(await readAccount(jar), 200, Account)).toEqual(account);
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: account.user.id } });
  expect(passwordHash).toMatch(HASH);
});

test("sets cookies for a 30-day session and a known browser, HttpOnly, Lax, and for all paths, over HTTP", async () => {
  const { answer } = await signUp();
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=[^;]{50,}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^device=\w{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
  ]);
});

test("allows one account per email address, ignoring case, even for concurrent sign-ups", async () => {
  const email = `owner-${newId()}@example.com`;
  const emails = [email, email.toUpperCase()];
  const answers = await Promise.all(emails.map((spelled) => callSignUp({ email: spelled })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  errorOf(await callSignUp({ email: email.toUpperCase() }), "email_taken");
});

test("requires a password of 12 to 256 bytes that isn't the address or the name, and a workspace name of 1 to 80 characters", async () => {
  for (const password of ["x".repeat(12), "x".repeat(256), "é".repeat(6), "😀".repeat(64)])
    expect((await callSignUp({ password })).status, password).toBe(201);
  const email = `owner-${newId()}@example.com`;
  const wrong = ["x".repeat(11), "x".repeat(257), "😀".repeat(65), "", null, 1];
  for (const change of [
    ...wrong.map((password) => ({ password })),
    { workspaceName: "Example Studio", password: " example studio" },
    { email, password: email.toUpperCase() },
  ])
    expect(invalidPaths(await callSignUp(change)), JSON.stringify(change)).toEqual(["password"]);
  for (const workspaceName of ["  ", "x".repeat(81), null])
    expect(invalidPaths(await callSignUp({ workspaceName }))).toEqual(["workspaceName"]);
  const all = await callSignUp({ email: "x", password: "x", workspaceName: "", plan: "scale" });
  expect(invalidPaths(all)).toEqual(["email", "password", "workspaceName", "plan"]);
});

test("sign-in ignores the email's case and returns the account with a new session cookie", async () => {
  const { jar, email, account } = await signUp();
  const other: CookieJar = {};
  const answer = await signIn(` ${email.toUpperCase()} `, PASSWORD, other);
  expect(dataOf(answer, 200, Account)).toEqual(account);
  expect(other.cookie).toBeDefined();
  expect(other.cookie).not.toBe(jar.cookie);
  expect((await readAccount(jar)).status, "the first session is still valid").toBe(200);
});

test("returns the same error and no cookie for a wrong password and an unknown account", async () => {
  const { user } = await createAccount();
  const answers = [
    await signIn(user.email, "a wrong password"),
    await signIn(user.email, PASSWORD.toUpperCase()),
    await signIn(user.email, ""),
    await signIn(`nobody-${newId()}@example.com`),
    await signIn("no address"),
  ];
  const bodies = answers.map((answer) => {
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { requestId: _, ...error } = errorOf(answer, "credentials_invalid");
    return JSON.stringify(error);
  });
  expect(new Set(bodies).size).toBe(1);
});

test("sign-in rehashes a password with outdated parameters", async () => {
  const { hash } = await import("@node-rs/argon2");
  const { user } = await createAccount();
  const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await db().user.update({ where: { id: user.id }, data: { passwordHash: old } });
  expect((await signIn(user.email)).status).toBe(200);
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: user.id } });
  expect(passwordHash).toMatch(HASH);
  expect((await signIn(user.email)).status).toBe(200);
});

test("sign-out ends the session and invalidates its cookie", async () => {
  const { jar, email } = await signUp();
  const other: CookieJar = {};
  await signIn(email, PASSWORD, other);
  const kept = jar.cookie;
  const answer = await callAccount("POST", "/api/account/sign-out", { jar });
  expect(answer.status).toBe(204);
  expect(answer.headers.getSetCookie()).toEqual([
    "session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
  ]);
  expect(jar.cookie).toBeUndefined();
  errorOf(await readAccount({ cookie: kept }), "session_required");
  expect((await readAccount(other)).status, "other sessions are still valid").toBe(200);
});

test("concurrent sign-outs both succeed", async () => {
  const { cookie } = (await signUp()).jar;
  const out = () => callAccount("POST", "/api/account/sign-out", { headers: { cookie } });
  const statuses = (await Promise.all([out(), out()])).map(({ status }) => status);
  expect([204, 401]).toEqual(expect.arrayContaining(statuses));
  expect(statuses).toContain(204);
  errorOf(await callAccount("GET", "/api/account", { headers: { cookie } }), "session_required");
});
