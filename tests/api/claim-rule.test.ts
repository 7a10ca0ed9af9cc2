import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { mintContext } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import {
  findResetLink,
  requestPasswordReset,
  resetPassword,
} from "#lib/domain/accounts/reset-password";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { createToken as createTokenVerb } from "#lib/domain/tokens/create-token";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { createAccount, signedIn, signIn } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import {
  callerAt,
  createToken,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { joinWorkspace } from "#tests/support/factories/member-factories";
import { linkSecrets, queuedEmails } from "#tests/support/factories/queued-emails";

const PASSWORD = "the owner's own password";
const TOKEN = { name: "Old", scopes: ["forms:read" as const], expiresInDays: 30 };

const caller = () => callerAt(new Date(), `2001:db8::${newId().slice(-4)}`);

async function setUp({ isVerified }: { isVerified: boolean }) {
  const workspace = await createAccount({ isConfirmed: isVerified });
  const { token } = isVerified
    ? await createTokenVerb(workspace.ctx, TOKEN)
    : await createToken(workspace);
  return { workspace, token, jar: await signedIn(workspace) };
}

async function resetSecret({ user, ...workspace }: Workspace): Promise<string> {
  await requestPasswordReset(user.email, caller());
  return (await linkSecrets(workspace, user.email)).at(-1) ?? "";
}

const works = async (token: string) =>
  (await callApi("GET", "/v1/token", { token })).status === 200;

test("a reset on an account that was never verified leaves no way in for the person who opened it", async () => {
  const { workspace, token, jar } = await setUp({ isVerified: false });
  const systems = await createToken(workspace);
  await resendVerification(workspace.ctx);
  const [verification = ""] = await linkSecrets(workspace, workspace.user.email);
  const earlier = await resetSecret(workspace);
  const secret = await resetSecret(workspace);
  expect(await findResetLink(secret, new Date())).toMatchObject({ isVerified: false });

  // Unchecking isn't offered, and would change nothing.
  await resetPassword(secret, PASSWORD, caller(), { revokesTokens: false });
  errorOf(await callAccount("GET", "/api/account", { jar }), "session_required");
  for (const each of [token, systems.token])
    errorOf(await callApi("GET", "/v1/token", { token: each }), "token_revoked");
  expect(await findResetLink(earlier, new Date())).toBeNull();
  const links = await db().emailChange.findMany({ where: { userId: workspace.user.id } });
  expect(links.every(({ usedAt }) => usedAt !== null)).toBe(true);
  expect(verification).not.toBe("");
  expect((await signIn(workspace.user.email, PASSWORD)).status).toBe(200);
});

test("the reset verifies the address, so that the next one asks about tokens", async () => {
  const { workspace } = await setUp({ isVerified: false });
  await resetPassword(await resetSecret(workspace), PASSWORD, caller());
  const { token } = await createTokenVerb(workspace.ctx, { ...TOKEN, name: "New" });
  const secret = await resetSecret(workspace);
  expect(await findResetLink(secret, new Date())).toMatchObject({ isVerified: true });
  await resetPassword(secret, "one more new password", caller(), { revokesTokens: false });
  expect(await works(token)).toBe(true);
});

test("a reset on a verified account ends its sessions and revokes its tokens unless the owner keeps them", async () => {
  for (const revokesTokens of [undefined, true, false]) {
    const { workspace, token, jar } = await setUp({ isVerified: true });
    const options = revokesTokens === undefined ? {} : { revokesTokens };
    await resetPassword(await resetSecret(workspace), PASSWORD, caller(), options);
    errorOf(await callAccount("GET", "/api/account", { jar }), "session_required");
    expect(await works(token), `${revokesTokens}`).toBe(revokesTokens === false);
  }
});

test("revokes the user's tokens in every workspace, and no one else's", async () => {
  const { workspace, token } = await setUp({ isVerified: true });
  const shared = await createAccount();
  await joinWorkspace(workspace, shared, "owner");
  const there = mintContext(shared.id, workspace.ctx.actor, new Date());
  const mine = await createTokenVerb(there, TOKEN);
  const theirs = await createTokenVerb(shared.ctx, TOKEN);
  const noOnes = await createToken(shared);
  const elsewhere = await createToken(await createWorkspace());
  await resetPassword(await resetSecret(workspace), PASSWORD, caller());
  expect(await works(token)).toBe(false);
  expect(await works(mine.token)).toBe(false);
  for (const kept of [theirs, noOnes, elsewhere]) expect(await works(kept.token)).toBe(true);
  expect(await auditEntriesOf(shared, "token.revoked")).toMatchObject([{ subjectId: mine.id }]);
});

test("the owner is emailed about the reset, and it's in the audit log", async () => {
  const { workspace } = await setUp({ isVerified: true });
  await resetPassword(await resetSecret(workspace), PASSWORD, callerAt(new Date(), "192.0.2.77"));
  const emails = await queuedEmails(workspace);
  expect(emails.at(-1)).toMatchObject({
    to: workspace.user.email,
    data: { purpose: "password_was_reset", browser: "Unknown browser", address: "192.0.2.77" },
  });
  const entries = await auditEntriesOf(workspace, "account.password_reset");
  expect(entries).toMatchObject([{ actorId: workspace.user.id, address: "192.0.2.77" }]);
});

test("one network can request 20 reset emails an hour, whatever the addresses", async () => {
  const start = Date.now();
  const network = `203.0.113.${process.pid % 256}`;
  const request = (ms: number) =>
    requestPasswordReset(`nobody-${newId()}@example.com`, callerAt(new Date(start + ms), network));
  for (let count = 0; count < 20; count += 1) await request(count);
  await expectRejection(request(3_600_000 - 1), "rate_limited", { retryAfterSeconds: 1 });
  await request(3_600_000);
  const elsewhere = callerAt(new Date(start + 1000), "203.0.113.x");
  await requestPasswordReset(`nobody-${newId()}@example.com`, elsewhere);
});
