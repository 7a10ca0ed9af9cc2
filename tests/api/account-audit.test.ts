import { expect, test } from "vitest";
import { confirmEmail, requestEmailChange } from "#lib/accounts/change-email";
import { exportWorkspace } from "#lib/accounts/export-workspace";
import { changePassword } from "#lib/accounts/password";
import { createSession, endOtherSessions, endOwnSession } from "#lib/accounts/sessions";
import { signIn } from "#lib/accounts/sign-in";
import { deleteWorkspace, updateWorkspace } from "#lib/accounts/workspace";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { createAccount, PASSWORD, signUp } from "#tests/support/factories/account-factories";
import { callerAt, type Workspace } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";

function entriesOf({ id }: Pick<Workspace, "id">) {
  return db().auditEntry.findMany({ where: { workspaceId: id }, orderBy: { id: "asc" } });
}

async function actionsOf(workspace: Pick<Workspace, "id">): Promise<string[]> {
  return (await entriesOf(workspace)).map(({ action }) => action);
}

test("sign-up and sign-in are recorded with the user, address, and browser; a failed sign-in isn't", async () => {
  const { account, email } = await signUp();
  const caller = callerAt(new Date(), "192.0.2.55");
  await signIn({ email, password: PASSWORD }, caller);
  const failed = signIn({ email, password: "wrong" }, caller);
  await expect(failed).rejects.toMatchObject({ code: "credentials_invalid" });
  const entries = await entriesOf(account.workspace);
  expect(entries.map(({ action }) => action)).toEqual(["account.created", "account.signed_in"]);
  expect(entries[1]).toMatchObject({
    actorKind: "user",
    actorId: account.user.id,
    actorName: email,
    address: "192.0.2.55",
    userAgent: "Test browser",
  });
});

test("a changed password and address are recorded, a rejected change isn't", async () => {
  const workspace = await createAccount();
  const { ctx, user } = workspace;
  const newPassword = "another long password";
  const wrong = changePassword(ctx, { currentPassword: "wrong", newPassword }, null);
  await expect(wrong).rejects.toMatchObject({ code: "credentials_invalid" });
  await changePassword(ctx, { currentPassword: PASSWORD, newPassword }, null);
  const email = `new-${newId()}@example.com`;
  await requestEmailChange(ctx, { email, currentPassword: newPassword });
  await confirmEmail((await linkSecrets(workspace, email))[0] ?? "", callerAt(new Date()));
  const entries = await entriesOf(workspace);
  expect(entries.map(({ action }) => action)).toEqual([
    "account.password_changed",
    "account.email_changed",
    "account.verified",
    "recipient.verified",
  ]);
  expect(entries[1]?.details).toEqual({ from: user.email, to: email });
});

test("ended sessions are recorded with their number, and nothing if there were none", async () => {
  const workspace = await createAccount();
  const { ctx, user } = workspace;
  const owner = { userId: user.id, workspaceId: workspace.id };
  const ids = [];
  for (let count = 0; count < 4; count += 1)
    ids.push(await createSession(db(), owner, null, ctx.now));
  const [first = "", second = ""] = ids;
  await endOwnSession(ctx, first);
  await endOwnSession(ctx, first);
  await endOtherSessions(ctx, second);
  await endOtherSessions(ctx, second);
  expect(await entriesOf(workspace)).toMatchObject([
    { action: "account.signed_out_everywhere", details: { count: 1 } },
    { action: "account.signed_out_everywhere", details: { count: 2 } },
  ]);
});

test("changes, exports, and the deletion of a workspace are recorded", async () => {
  const workspace = await createAccount();
  const { ctx } = workspace;
  await updateWorkspace(ctx, { name: "New name" });
  await (await exportWorkspace(ctx)).cancel();
  const wrong = deleteWorkspace(ctx, { currentPassword: "wrong" });
  await expect(wrong).rejects.toMatchObject({ code: "credentials_invalid" });
  await deleteWorkspace(ctx, { currentPassword: PASSWORD });
  const names = ["workspace.updated", "workspace.exported", "workspace.deleted"];
  expect(await actionsOf(workspace)).toEqual(names);
  expect((await entriesOf(workspace))[0]?.details).toEqual({ name: "New name" });
});
