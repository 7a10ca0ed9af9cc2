import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import {
  changeRole,
  leaveWorkspace,
  removeMember,
} from "#lib/domain/accounts/members/change-members";
import { listInvitations, listMembers } from "#lib/domain/accounts/members/list-members";
import { authenticateSession } from "#lib/domain/accounts/sessions";
import { signIn } from "#lib/domain/accounts/sign-in";
import { findLostSession, switchWorkspace } from "#lib/domain/accounts/switch-workspace";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { listTokens } from "#lib/domain/tokens/tokens";
import { callApi, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createAccount,
  PASSWORD,
  signUp,
  startSession,
} from "#tests/support/factories/account-factories";
import {
  callerAt,
  createToken,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { addMember, invite, joinWorkspace } from "#tests/support/factories/member-factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";

const REVOKE = { revokeTokens: true };

async function rolesOf(workspace: Workspace): Promise<Record<string, string>> {
  const rows = await db().membership.findMany({ where: { workspaceId: workspace.id } });
  return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
}

/** The workspaces that a user belongs to. */
async function workspacesOf({ user }: Workspace): Promise<{ id: string; name: string }[]> {
  const own = { memberships: { some: { userId: user.id } } };
  return db().workspace.findMany({ where: own, select: { id: true, name: true } });
}

test("the last owner can't leave, be removed, or become a member", async () => {
  const workspace = await createWorkspace();
  await addMember(workspace, "member");
  const { ctx, user } = workspace;
  await expectRejection(leaveWorkspace(ctx, REVOKE), "last_owner");
  await expectRejection(removeMember(ctx, user.id, REVOKE), "last_owner");
  await expectRejection(demote(workspace, workspace), "last_owner");
  expect((await rolesOf(workspace))[user.id]).toBe("owner");
});

const demote = ({ ctx }: Workspace, { user }: Workspace) =>
  changeRole(ctx, user.id, { role: "member", ...REVOKE });

/** Ways in which two owners can go at the same moment. */
const GOING: readonly [string, (who: Workspace, other: Workspace) => Promise<void>][] = [
  ["leave", (who) => leaveWorkspace(who.ctx, REVOKE)],
  ["remove each other", (who, other) => removeMember(who.ctx, other.user.id, REVOKE)],
  ["demote each other", demote],
];

test.each(GOING)("when two owners %s at the same moment, one remains", async (_, go) => {
  for (let round = 0; round < 5; round += 1) {
    const first = await createWorkspace();
    const second = await addMember(first, "owner");
    const ends = await Promise.allSettled([go(first, second), go(second, first)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const failed = ends.find(({ status }) => status === "rejected");
    expect(failed).toMatchObject({ reason: { code: "last_owner" } });
    expect(Object.values(await rolesOf(first)).filter((role) => role === "owner")).toHaveLength(1);
  }
});

test("an owner who was just removed or demoted changes nothing with a request under way", async () => {
  const workspace = await createWorkspace();
  const [stale, third] = [await addMember(workspace, "owner"), await addMember(workspace, "owner")];
  await demote(workspace, stale);
  await expectRejection(removeMember(stale.ctx, third.user.id, REVOKE), "owner_required");
  await expectRejection(demote(stale, third), "owner_required");
  await expectRejection(invite(workspace, {}, stale.ctx), "owner_required");
  await removeMember(workspace.ctx, stale.user.id, REVOKE);
  await expectRejection(invite(workspace, {}, stale.ctx), "owner_required");
  expect(await listInvitations(workspace.ctx)).toEqual([]);
});

test("a removed member loses access immediately, is notified, and gets an empty workspace", async () => {
  const workspace = await createWorkspace({ name: "Example Studio" });
  const member = await addMember(workspace, "member");
  const sessionId = await startSession(member);
  const caller = callerAt(workspace.ctx.now);
  expect(await authenticateSession(sessionId, caller)).toMatchObject({ role: "member" });
  expect(await findLostSession(sessionId, caller)).toBeNull();
  await removeMember(workspace.ctx, member.user.id, REVOKE);

  expect(await authenticateSession(sessionId, caller)).toBeNull();
  const [home, ...others] = await workspacesOf(member);
  if (!home) throw new Error("everyone has a workspace");
  expect([home.name, others]).toEqual(["My workspace", []]);
  expect(await findLostSession(sessionId, caller)).toEqual({
    provider: null,
    workspaceName: "Example Studio",
    workspaces: [home],
  });
  const data = { purpose: "access_ended", workspaceName: "Example Studio", isDeleted: false };
  const emails = await queuedEmails({ ...member, id: home.id });
  expect(emails).toMatchObject([{ to: member.user.email, data }]);
  await expectRejection(switchWorkspace(sessionId, workspace.id, caller), "not_found");
  await switchWorkspace(sessionId, home.id, caller);
  expect(await authenticateSession(sessionId, caller)).toMatchObject({
    role: "owner",
    account: { workspace: { id: home.id } },
  });
});

test("removing or demoting an owner revokes their tokens and open invitations, unless the tokens are kept", async () => {
  const workspace = await createWorkspace();
  const gone = await addMember(workspace, "owner");
  const kept = await addMember(workspace, "owner");
  const own = await createToken(workspace);
  const [revoked, stays] = [await createToken(gone), await createToken(kept)];
  await invite(workspace, {}, gone.ctx);
  expect((await listMembers(workspace.ctx)).map(({ tokens }) => tokens)).toEqual([1, 1, 1]);
  await removeMember(workspace.ctx, gone.user.id, REVOKE);
  await changeRole(workspace.ctx, kept.user.id, { role: "member", revokeTokens: false });
  errorOf(await callApi("GET", "/v1/token", { token: revoked }), "token_revoked");
  for (const token of [own, stays])
    expect((await callApi("GET", "/v1/token", { token })).status).toBe(200);
  expect(await listInvitations(workspace.ctx)).toEqual([]);
  const entries = await db().auditEntry.findMany({
    where: { workspaceId: workspace.id, action: { notIn: ["token.created", "member.invited"] } },
    orderBy: { id: "asc" },
  });
  expect(entries).toMatchObject([
    { action: "token.revoked", subjectId: revoked.id, actorId: workspace.user.id },
    {
      action: "member.removed",
      subjectName: gone.user.email,
      details: { revokedTokens: 1 },
      address: "192.0.2.1",
    },
    {
      action: "member.role_changed",
      subjectName: kept.user.email,
      details: { role: "member", revokedTokens: 0 },
    },
  ]);
});

test("removal from one workspace doesn't affect a member's tokens and invitations in another", async () => {
  const [workspace, other] = [await createWorkspace(), await createWorkspace()];
  const gone = await addMember(workspace, "owner");
  await joinWorkspace(gone, other, "owner");
  const there = { ...gone, id: other.id, ctx: { ...gone.ctx, workspaceId: other.ctx.workspaceId } };
  const [revoked, stays] = [await createToken(gone), await createToken(there)];
  await invite(there);
  await removeMember(workspace.ctx, gone.user.id, REVOKE);
  errorOf(await callApi("GET", "/v1/token", { token: revoked }), "token_revoked");
  expect((await callApi("GET", "/v1/token", { token: stays })).status).toBe(200);
  expect(await listInvitations(other.ctx)).toHaveLength(1);
});

test("a changed role counts from the next request on, in a session that is open", async () => {
  const workspace = await createWorkspace();
  const member = await addMember(workspace, "member");
  const sessionId = await startSession(member);
  const caller = callerAt(workspace.ctx.now);
  const listed = async () => {
    const session = await authenticateSession(sessionId, caller);
    return session ? listTokens(session.ctx) : null;
  };
  await expectRejection(listed(), "owner_required");
  await changeRole(workspace.ctx, member.user.id, { role: "owner", ...REVOKE });
  expect(await listed()).toEqual([]);
});

test("someone who leaves goes on in their other workspace, or in an empty one", async () => {
  const [workspace, other] = [await createWorkspace(), await createWorkspace()];
  const caller = callerAt(workspace.ctx.now);
  for (const expected of [other.id, null]) {
    const member = await addMember(workspace, "member");
    if (expected) await joinWorkspace(member, other);
    const sessionId = await startSession(member);
    await leaveWorkspace(member.ctx, REVOKE);
    const session = await authenticateSession(sessionId, caller);
    if (expected) expect(session?.account.workspace.id).toBe(expected);
    else expect(session?.account.workspace.name).toBe("My workspace");
  }
  const left = { workspaceId: workspace.id, action: "member.left" };
  expect(await db().auditEntry.count({ where: left })).toBe(2);
  expect(await db().membership.count({ where: { workspaceId: workspace.id } })).toBe(1);
});

test("a user who loses both workspaces at the same moment still has one", async () => {
  const [first, second] = [await createWorkspace(), await createWorkspace()];
  const member = await addMember(first, "member");
  const { user } = member;
  await joinWorkspace(member, second);
  await Promise.all(
    [first, second].map((workspace) => removeMember(workspace.ctx, user.id, REVOKE)),
  );
  expect(await workspacesOf(member)).toMatchObject([{ name: "My workspace" }]);
});

test("deleting a workspace deletes its deleter's account, who can sign up again, and keeps those of the other members", async () => {
  const workspace = await createAccount();
  const [member, both] = [await addMember(workspace, "member"), await createWorkspace()];
  await joinWorkspace(both, workspace);
  await deleteWorkspace(workspace.ctx, { currentPassword: PASSWORD });
  expect(await db().user.count({ where: { id: workspace.user.id } })).toBe(0);
  const [home] = await workspacesOf(member);
  expect(home?.name).toBe("My workspace");
  const emails = await queuedEmails({ ...member, id: home?.id ?? "" });
  expect(emails).toMatchObject([{ data: { purpose: "access_ended", isDeleted: true } }]);
  expect(await workspacesOf(both)).toMatchObject([{ id: both.id }]);
  expect((await signUp(workspace.user.email)).answer.status).toBe(201);
});

test("switching keeps the proof of identity, and signing in leads to the workspace used last", async () => {
  const [first, second] = [await createAccount(), await createWorkspace()];
  const { user, ctx } = first;
  await joinWorkspace(first, second);
  const sessionId = await startSession(first);
  const provenAt = new Date(ctx.now.getTime() + 1000);
  await db().session.update({ where: { id: sessionId }, data: { provenAt } });
  const caller = callerAt(new Date(ctx.now.getTime() + 2000));
  await switchWorkspace(sessionId, second.id, caller);
  expect((await authenticateSession(sessionId, caller))?.ctx).toMatchObject({
    workspaceId: second.id,
    actor: { role: "member", provenAt },
  });
  const signedIn = await signIn({ email: user.email, password: PASSWORD }, caller);
  expect(signedIn.account.workspace.id).toBe(second.id);
  await expectRejection(switchWorkspace(newId(), first.id, caller), "session_required");
  const unknown = switchWorkspace(sessionId, (await createWorkspace()).id, caller);
  await expectRejection(unknown, "not_found");
});
