import { expect, test } from "vitest";
import { confirmEmail, requestEmailChange } from "#lib/accounts/change-email";
import { changePassword } from "#lib/accounts/password";
import { createSession, endOtherSessions, endOwnSession } from "#lib/accounts/sessions";
import { signIn } from "#lib/accounts/sign-in";
import { deleteWorkspace, updateWorkspace } from "#lib/accounts/workspace";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { createAccount, PASSWORD, signUp } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { callerAt } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";

test("sign-up and sign-in are recorded with the user, address, and browser; a failed sign-in isn't", async () => {
  const { account, email } = await signUp();
  const caller = callerAt(new Date(), "192.0.2.55");
  await signIn({ email, password: PASSWORD }, caller);
  const failed = signIn({ email, password: "wrong" }, caller);
  await expect(failed).rejects.toMatchObject({ code: "credentials_invalid" });
  const entries = await auditEntriesOf(account.workspace);
  expect(entries.map(({ action }) => action)).toEqual(["account.created", "account.signed_in"]);
  expect(entries[1]).toMatchObject({
    actorKind: "user",
    actorId: account.user.id,
    actorName: email,
    address: "192.0.2.55",
    userAgent: "Test browser",
  });
});

test("changes are recorded with their details, rejected ones aren't", async () => {
  const workspace = await createAccount();
  const { ctx, user } = workspace;
  const rejected = { code: "credentials_invalid" };
  const passwords = { currentPassword: "wrong", newPassword: "another long password" };
  await expect(changePassword(ctx, passwords, null)).rejects.toMatchObject(rejected);
  await expect(deleteWorkspace(ctx, passwords)).rejects.toMatchObject(rejected);
  await updateWorkspace(ctx, { name: "New name" });
  const email = `new-${newId()}@example.com`;
  await requestEmailChange(ctx, { email, currentPassword: PASSWORD });
  await confirmEmail((await linkSecrets(workspace, email))[0] ?? "", callerAt(new Date()));
  expect(await auditEntriesOf(workspace)).toMatchObject([
    { action: "workspace.updated", details: { name: "New name" } },
    { action: "account.email_changed", details: { from: user.email, to: email } },
    { action: "account.verified" },
    { action: "recipient.verified" },
  ]);
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
  expect(await auditEntriesOf(workspace)).toMatchObject([
    { action: "account.signed_out_everywhere", details: { count: 1 } },
    { action: "account.signed_out_everywhere", details: { count: 2 } },
  ]);
});
