import { expect, test } from "vitest";
import { authenticateSession, createSession, endSession } from "#lib/accounts/sessions";
import { deleteWorkspace } from "#lib/accounts/workspace";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { confirmAuthenticator } from "#lib/factors/authenticator";
import { addPasskey, startPasskey } from "#lib/factors/passkeys";
import { createRecoveryCodes } from "#lib/factors/recovery-codes";
import { createToken } from "#lib/tokens/create-token";
import { createAccount, PASSWORD } from "#tests/support/factories/account-factories";
import { callerAt, type Workspace } from "#tests/support/factories/factories";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

const TOKEN = { name: "Late", scopes: [], expiresInDays: 365 };

/** A session that a request was authenticated with, whose body is still on its way. */
async function openRequest(workspace: Workspace): Promise<{ ctx: Context; sessionId: string }> {
  const { id: workspaceId, user, ctx } = workspace;
  const owner = { userId: user.id, workspaceId };
  const sessionId = await createSession(db(), owner, null, ctx.now);
  const session = await authenticateSession(sessionId, callerAt(ctx.now));
  if (!session) throw new Error("no session");
  return { ctx: session.ctx, sessionId };
}

test.each([
  ["a token", (ctx: Context) => createToken(ctx, TOKEN)],
  ["an authenticator app", (ctx: Context) => confirmAuthenticator(ctx, "123456")],
  ["recovery codes", (ctx: Context) => createRecoveryCodes(ctx)],
])("a request that began before its session ended doesn't create %s", async (_, create) => {
  const { ctx, sessionId } = await openRequest(await createAccount());
  await endSession(sessionId);
  await expect(create(ctx)).rejects.toMatchObject({ code: "session_required" });
});

test("a request that began before its session ended adds no passkey", async () => {
  const { ctx, sessionId } = await openRequest(await createAccount());
  const credential = new SoftwarePasskey().create(await startPasskey(ctx));
  await endSession(sessionId);
  await expect(addPasskey(ctx, { name: "Late", credential })).rejects.toMatchObject({
    code: "session_required",
  });
});

test("a request that began before its user lost the owner role creates no token and deletes nothing", async () => {
  const workspace = await createAccount();
  const { ctx } = await openRequest(workspace);
  await db().membership.updateMany({
    where: { workspaceId: workspace.id },
    data: { role: "member" },
  });
  await expect(createToken(ctx, TOKEN)).rejects.toMatchObject({ code: "owner_required" });
  await expect(deleteWorkspace(ctx, { currentPassword: PASSWORD })).rejects.toMatchObject({
    code: "owner_required",
  });
  expect(await db().token.count({ where: { workspaceId: workspace.id } })).toBe(0);
});
