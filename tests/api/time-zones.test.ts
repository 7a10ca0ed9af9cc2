import { describe, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { changeTimeZone } from "#lib/domain/accounts/change-time-zone";
import { UpdateWorkspaceInput } from "#lib/domain/accounts/schema";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callAccount } from "#tests/support/contract/api";
import { submitTo } from "#tests/support/contract/intake";
import { PASSWORD, sessionOf } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { createOwnForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";

async function signUpFrom(timeZone: string | undefined) {
  const email = `owner-${newId()}@example.com`;
  const body = { email, password: PASSWORD, workspaceName: "Studio", timeZone };
  expect((await callAccount("POST", "/api/account/sign-up", { body })).status).toBe(201);
  return db().workspace.findFirstOrThrow({ where: { memberships: { some: { user: { email } } } } });
}

describe("a workspace's time zone", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["Asia/Kolkata", "Asia/Calcutta"],
    ["Mars/Olympus", null],
    ["", null],
    [undefined, null],
  ])("is guessed at sign-up from a browser in %s: %s", async (sent, stored) => {
    expect(await signUpFrom(sent)).toMatchObject({ timeZone: stored });
  });

  test("is set by an owner, with an entry in the audit log, and not by a member", async () => {
    const workspace = await createWorkspace();
    await updateWorkspace(workspace.ctx, { timeZone: "Europe/Berlin" });
    expect((await sessionOf(workspace)).timeZones).toEqual({
      own: null,
      workspace: "Europe/Berlin",
    });
    expect(await auditEntriesOf(workspace)).toMatchObject([
      { action: "workspace.updated", details: { timeZone: "Europe/Berlin" } },
    ]);
    const { ctx } = await addMember(workspace, "member");
    await expect(updateWorkspace(ctx, { timeZone: "UTC" })).rejects.toThrow(/owner/i);
  });

  test.each(["Mars/Olympus", "", "+01:00", null, 1])("can't be %j", (timeZone) => {
    expect(UpdateWorkspaceInput.safeParse({ timeZone }).success).toBe(false);
  });
});

test("a user's own time zone is theirs in every workspace, until they give it up", async () => {
  const workspace = await createWorkspace();
  await updateWorkspace(workspace.ctx, { timeZone: "Europe/Berlin" });
  await changeTimeZone(workspace.ctx, "Asia/Tokyo");
  expect((await sessionOf(workspace)).timeZones).toEqual({
    own: "Asia/Tokyo",
    workspace: "Europe/Berlin",
  });
  await changeTimeZone(workspace.ctx, null);
  expect((await sessionOf(workspace)).timeZones.own).toBeNull();
});

async function notificationOf({ ctx }: Workspace): Promise<string> {
  await drainOutbox();
  const { data } = await listCapturedEmails(ctx, { limit: 1, kind: "notification" });
  return (await getCapturedEmail(ctx, data[0]?.id ?? "")).text;
}

test("notifications have the workspace's time and say so, or UTC until it has one", async () => {
  const { workspace, form } = await createOwnForm();
  await submitTo(form);
  expect(await notificationOf(workspace)).toMatch(/ at \d\d:\d\d UTC\n/);
  await updateWorkspace(workspace.ctx, { timeZone: "Asia/Tokyo" });
  await submitTo(form);
  expect(await notificationOf(workspace)).toMatch(/ at \d\d:\d\d UTC\+9\n/);
});
