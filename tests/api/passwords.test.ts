import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { lockPassword } from "#lib/domain/access/access-locks";
import { changePassword, hashPassword } from "#lib/domain/accounts/password";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { authenticateSession } from "#lib/domain/accounts/sessions";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { untilWaiting } from "#tests/support/drills/lock-waits";
import {
  createAccount,
  PASSWORD,
  signedIn,
  signIn,
} from "#tests/support/factories/account-factories";
import {
  callerAt,
  contextAt,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { linkSecrets, queuedEmails } from "#tests/support/factories/queued-emails";

const NEW_PASSWORD = "another long password";
const MINUTE_MS = 60_000;

let networks = 0;
/** From a network that no other request came from: reset emails are limited per network. */
function caller(now = new Date()) {
  networks += 1;
  return callerAt(now, `198.51.${process.pid % 256}.${networks}`);
}

async function requestLink(workspace: Workspace, now: Date): Promise<string> {
  await requestPasswordReset(workspace.user.email, caller(now));
  return (await linkSecrets(workspace, workspace.user.email)).at(-1) ?? "";
}

test("changing the password ends every session and starts a new one for the caller", async () => {
  const workspace = await createAccount();
  const jars = [await signedIn(workspace), await signedIn(workspace)];
  const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const sessionId = await changePassword(workspace.ctx, input, null);
  for (const jar of jars)
    errorOf(await callAccount("GET", "/api/account", { jar }), "session_required");
  expect(await authenticateSession(sessionId, callerAt(new Date()))).not.toBeNull();
  errorOf(await signIn(workspace.user.email), "credentials_invalid");
  expect((await signIn(workspace.user.email, NEW_PASSWORD)).status).toBe(200);
});

test("a sign-in doesn't open a session if the password changes during it", async () => {
  for (const stored of ["as it is", "with old parameters"]) {
    const workspace = await createAccount();
    const { id, email } = workspace.user;
    if (stored !== "as it is")
      await db().user.update({
        where: { id },
        data: { passwordHash: await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 }) },
      });
    const passwordHash = await hashPassword(NEW_PASSWORD);
    const { pending } = await transaction(async (tx) => {
      await lockPassword(tx, id);
      const signingIn = signIn(email);
      await untilWaiting(signingIn);
      await tx.user.update({ where: { id }, data: { passwordHash } });
      await tx.session.deleteMany({ where: { userId: id } });
      return { pending: signingIn };
    });
    errorOf(await pending, "credentials_invalid");
    expect(await db().session.count({ where: { userId: id } })).toBe(0);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  }
});

test("an address that is given up at the same moment gets no reset link", async () => {
  const workspace = await createAccount();
  const { id, email } = workspace.user;
  const { pending } = await transaction(async (tx) => {
    await lockPassword(tx, id);
    const requesting = requestPasswordReset(email, caller());
    await untilWaiting(requesting);
    const taken = `new-${email}`;
    await tx.user.update({ where: { id }, data: { email: taken, emailKey: taken } });
    return { pending: requesting };
  });
  await pending;
  expect(await queuedEmails(workspace)).toEqual([]);
  expect(await db().passwordReset.count({ where: { userId: id } })).toBe(0);
});

test("only one of two concurrent password changes succeeds, and one session remains", async () => {
  const workspace = await createAccount();
  const passwords = [NEW_PASSWORD, "a third long password"];
  const outcomes = await Promise.allSettled(
    passwords.map((newPassword) =>
      changePassword(workspace.ctx, { currentPassword: PASSWORD, newPassword }, null),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
  expect(await db().session.count({ where: { userId: workspace.user.id } })).toBe(1);
  expect((await signIn(workspace.user.email, passwords[winner])).status).toBe(200);
});

test("emails a reset link only to an address that has an account", async () => {
  const workspace = await createAccount();
  await requestPasswordReset(` ${workspace.user.email.toUpperCase()} `, caller());
  await requestPasswordReset(`nobody-${newId()}@example.com`, caller());
  const [mail, ...others] = await queuedEmails(workspace);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: workspace.user.email,
    isDue: true,
    data: { kind: "account", purpose: "password_reset" },
  });
});

test("a reset link signs in, works once, and expires after 30 minutes", async () => {
  const workspace = await createAccount();
  const start = Date.now();
  const at = (ms: number) => caller(new Date(start + ms));
  const expired = await requestLink(workspace, new Date(start));
  await expectRejection(resetPassword(expired, NEW_PASSWORD, at(30 * MINUTE_MS)), "not_found");
  const entered = await resetPassword(expired, NEW_PASSWORD, at(30 * MINUTE_MS - 1));
  expect(entered?.account.user).toEqual(workspace.user);
  expect(await authenticateSession(entered?.sessionId ?? "", at(30 * MINUTE_MS))).not.toBeNull();
  expect((await signIn(workspace.user.email, NEW_PASSWORD)).status).toBe(200);
  await expectRejection(resetPassword(expired, NEW_PASSWORD, at(1)), "not_found");
  for (const secret of ["", "x", "a".repeat(43)])
    await expectRejection(resetPassword(secret, NEW_PASSWORD, at(1)), "not_found");
});

test("a reset link is tried at most 10 times, and an invalid one hashes no password", async () => {
  const workspace = await createAccount();
  const secret = await requestLink(workspace, workspace.ctx.now);
  const tryLink = (link: string) =>
    resetPassword(link, workspace.user.email, caller(workspace.ctx.now));
  for (let index = 0; index < 10; index += 1)
    await expectRejection(tryLink(secret), "validation_failed");
  await expectRejection(tryLink(secret), "rate_limited");
  await expectRejection(tryLink("unknown"), "not_found");
});

test("only one of two concurrent uses of a reset link sets the password", async () => {
  const workspace = await createAccount();
  const secret = await requestLink(workspace, new Date());
  const outcomes = await Promise.allSettled(
    [NEW_PASSWORD, "a third long password"].map((password) =>
      resetPassword(secret, password, caller()),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await db().session.count({ where: { userId: workspace.user.id } })).toBe(1);
});

test("a new password invalidates earlier reset links, even two used concurrently", async () => {
  const workspace = await createAccount();
  const now = new Date();
  const secrets = [
    await requestLink(workspace, now),
    await requestLink(workspace, new Date(now.getTime() + 1)),
  ];
  const outcomes = await Promise.allSettled(
    secrets.map((secret) => resetPassword(secret, NEW_PASSWORD, caller())),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const older = await requestLink(workspace, new Date(now.getTime() + 2));
  const input = { currentPassword: NEW_PASSWORD, newPassword: PASSWORD };
  await changePassword(contextAt(workspace, new Date()), input, null);
  await expectRejection(resetPassword(older, NEW_PASSWORD, caller()), "not_found");
});

test("allows 5 reset emails an hour per address, known or not", async () => {
  const workspace = await createWorkspace();
  const start = Date.now();
  for (const email of [workspace.user.email, `nobody-${newId()}@example.com`]) {
    const at = (ms: number) => requestPasswordReset(email, caller(new Date(start + ms)));
    for (let index = 0; index < 5; index += 1) await at(index);
    await expectRejection(at(60 * MINUTE_MS - 1), "rate_limited", { retryAfterSeconds: 1 });
    await at(60 * MINUTE_MS);
  }
});
