import { expect, test } from "vitest";
import { endSession } from "#lib/accounts/sessions";
import { deleteWorkspace } from "#lib/accounts/workspace";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { confirmAuthenticator, createRecoveryCodes } from "#lib/factors/authenticator";
import { addPasskey, startPasskey } from "#lib/factors/passkeys";
import { createToken } from "#lib/tokens/create-token";
import { createAccount, PASSWORD, sessionOf } from "#tests/support/factories/account-factories";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

const TOKEN = { name: "Late", scopes: [], expiresInDays: 365 };

test.each([
  ["a token", (ctx: Context) => createToken(ctx, TOKEN)],
  ["an authenticator app", (ctx: Context) => confirmAuthenticator(ctx, "123456")],
  ["recovery codes", (ctx: Context) => createRecoveryCodes(ctx)],
])("a request that began before its session ended doesn't create %s", async (_, create) => {
  const { ctx, sessionId } = await sessionOf(await createAccount());
  await endSession(sessionId);
  await expect(create(ctx)).rejects.toMatchObject({ code: "session_required" });
});

test("a request that began before its session ended adds no passkey", async () => {
  const { ctx, sessionId } = await sessionOf(await createAccount());
  const credential = new SoftwarePasskey().create(await startPasskey(ctx));
  await endSession(sessionId);
  const added = addPasskey(ctx, { name: "Late", credential });
  await expect(added).rejects.toMatchObject({ code: "session_required" });
});

test("a request that began before its user lost the owner role creates no token and deletes nothing", async () => {
  const workspace = await createAccount();
  const { ctx } = await sessionOf(workspace);
  const where = { workspaceId: workspace.id };
  await db().membership.updateMany({ where, data: { role: "member" } });
  const required = { code: "owner_required" };
  await expect(createToken(ctx, TOKEN)).rejects.toMatchObject(required);
  const deletion = deleteWorkspace(ctx, { currentPassword: PASSWORD });
  await expect(deletion).rejects.toMatchObject(required);
  expect(await db().token.count({ where })).toBe(0);
});
