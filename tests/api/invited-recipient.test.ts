import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { acceptInvitation, signUpInvited } from "#lib/domain/accounts/members/accept-invitation";
import { listMembers } from "#lib/domain/accounts/members/list-members";
import { MAX_RECIPIENTS } from "#lib/domain/recipients/schema";
import { listRecipients } from "#lib/domain/recipients/store";
import { PASSWORD, sessionOf } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import {
  callerAt,
  createPendingRecipient,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { invite } from "#tests/support/factories/member-factories";

const caller = () => callerAt(new Date());

test("someone who joins by the emailed link can be notified without confirming again", async () => {
  const workspace = await createWorkspace();
  const { secret, email } = await invite(workspace);
  expect(await signUpInvited(secret, { password: PASSWORD }, caller())).toMatchObject({
    isRecipient: true,
  });
  expect(await listRecipients(workspace.ctx)).toMatchObject([{ email, status: "verified" }]);
  const entries = await auditEntriesOf(workspace);
  expect(entries.map(({ action }) => action)).toContain("recipient.verified");
});

test("an account that joins becomes a recipient, and a pending address is confirmed by it", async () => {
  const [workspace, other] = [await createWorkspace(), await createWorkspace()];
  const { email } = other.user;
  const pending = await createPendingRecipient(workspace, { email });
  const { secret } = await invite(workspace, { email });
  expect(await acceptInvitation(secret, await sessionOf(other), caller())).toBe(true);
  expect(await listRecipients(workspace.ctx)).toMatchObject([
    { id: pending.id, email, status: "verified" },
  ]);
});

test("a workspace with 20 recipients can be joined, and stays as it is", async () => {
  const workspace = await createWorkspace();
  for (let count = 0; count < MAX_RECIPIENTS; count += 1) await createVerifiedRecipient(workspace);
  const { secret, email } = await invite(workspace);
  expect(await signUpInvited(secret, { password: PASSWORD }, caller())).toMatchObject({
    isRecipient: false,
  });
  expect(await listMembers(workspace.ctx)).toHaveLength(2);
  expect(await db().recipient.count({ where: { workspaceId: workspace.id } })).toBe(MAX_RECIPIENTS);
  expect((await listRecipients(workspace.ctx)).map((one) => one.email)).not.toContain(email);
});
