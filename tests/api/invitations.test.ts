import { expect, test } from "vitest";
import { changeName } from "#lib/accounts/change-name";
import { authenticateSession, createSession } from "#lib/accounts/sessions";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { acceptInvitation, findInvitation, signUpInvited } from "#lib/members/accept-invitation";
import { inviteMember, revokeInvitation } from "#lib/members/invite-member";
import { listInvitations, listMembers } from "#lib/members/list-members";
import { MEMBER_LIMITS } from "#lib/members/schema";
import { PASSWORD, signIn } from "#tests/support/factories/account-factories";
import { callerAt, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import {
  addMember,
  contextOf,
  invite,
  verifyUsers,
} from "#tests/support/factories/member-factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The owner, signed in again at another time. */
function later(workspace: Workspace, ms: number): Context {
  const now = new Date(workspace.ctx.now.getTime() + ms);
  return contextOf(workspace.id, workspace.user.id, "owner", now);
}

async function sessionOf(workspace: Workspace, now = new Date()) {
  const owner = { userId: workspace.user.id, workspaceId: workspace.id };
  const id = await createSession(db(), owner, null, now);
  const session = await authenticateSession(id, callerAt(now));
  if (!session) throw new Error("the session is active");
  return session;
}

function actionsOf({ id }: Workspace): Promise<string[]> {
  const entries = db().auditEntry.findMany({
    where: { workspaceId: id },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return entries.then((rows) => rows.map(({ action }) => action));
}

const gone = { code: "not_found", message: expect.stringContaining("Ask an owner") };

/** Up to `count` open invitations, without the emails. */
async function fillInvitations(workspace: Workspace, count: number): Promise<void> {
  const { now } = workspace.ctx;
  await db().invitation.createMany({
    data: Array.from({ length: count }, () => {
      const email = `open-${newId()}@example.com`;
      return {
        id: newId(),
        workspaceId: workspace.id,
        email,
        emailKey: email,
        role: "member",
        tokenHash: new TextEncoder().encode(email),
        emailSeriesKey: newId(),
        invitedBy: workspace.user.id,
        createdAt: now,
        sentAt: now,
        expiresAt: new Date(now.getTime() + DAY_MS),
      };
    }),
  });
}

test("a used, revoked, replaced, expired, or unknown invitation is rejected with the reason", async () => {
  const workspace = await createWorkspace();
  const caller = callerAt(new Date());
  const rejects = async (secret: string, at = caller) =>
    expect(signUpInvited(secret, { password: PASSWORD }, at)).rejects.toMatchObject(gone);
  const stateOf = async (secret: string, now = caller.now) =>
    (await findInvitation(secret, now)).state;

  const used = await invite(workspace);
  await signUpInvited(used.secret, { password: PASSWORD }, caller);
  await rejects(used.secret);
  expect(await stateOf(used.secret)).toBe("accepted");

  const revoked = await invite(workspace);
  const [open] = await listInvitations(workspace.ctx);
  await revokeInvitation(workspace.ctx, open?.id ?? "");
  await revokeInvitation(workspace.ctx, open?.id ?? "");
  await rejects(revoked.secret);
  expect(await stateOf(revoked.secret)).toBe("revoked");

  const first = await invite(workspace);
  const second = await invite(workspace, { email: first.email }, later(workspace, MINUTE_MS));
  await rejects(first.secret);
  expect(await stateOf(first.secret)).toBe("unknown");
  const expiry = new Date(workspace.ctx.now.getTime() + MINUTE_MS + 7 * DAY_MS);
  await rejects(second.secret, callerAt(expiry));
  expect(await stateOf(second.secret, expiry)).toBe("expired");
  expect(await stateOf(second.secret, new Date(expiry.getTime() - 1))).toBe("open");
  const own = await createWorkspace();
  const addressed = await invite(workspace, { email: own.user.email });
  const late = callerAt(new Date(workspace.ctx.now.getTime() + 7 * DAY_MS));
  await expect(
    acceptInvitation(addressed.secret, await sessionOf(own), late),
  ).rejects.toMatchObject(gone);
  await rejects("unknown");
  await rejects("");
});

test("a new user can't pick their address or the workspace's name as the password", async () => {
  const workspace = await createWorkspace();
  const email = `somebody-${newId()}@example.com`;
  const { secret } = await invite(workspace, { email });
  await expect(
    signUpInvited(secret, { password: email }, callerAt(new Date())),
  ).rejects.toMatchObject({
    code: "validation_failed",
  });
  expect(await db().user.count({ where: { email } })).toBe(0);
});

test("a signed-in user can belong to 50 workspaces, and not to a 51st", async () => {
  const [workspace, own] = [await createWorkspace(), await createWorkspace()];
  const ids = Array.from({ length: 49 }, () => newId());
  const { now } = workspace.ctx;
  await db().workspace.createMany({
    data: ids.map((id) => ({ id, name: "Other", plan: "starter", createdAt: now })),
  });
  await db().membership.createMany({
    data: ids.map((workspaceId) => ({
      userId: own.user.id,
      workspaceId,
      role: "member",
      createdAt: now,
    })),
  });
  const { secret } = await invite(workspace, { email: own.user.email });
  const session = await sessionOf(own);
  const accept = () => acceptInvitation(secret, session, callerAt(new Date()));
  await expect(accept()).rejects.toMatchObject({ code: "member_limit_reached" });
  await db().membership.deleteMany({ where: { workspaceId: ids[0] ?? "" } });
  await accept();
  expect(await db().membership.count({ where: { userId: own.user.id } })).toBe(50);
});

test("an invitation doesn't join a user with another address, and stays open", async () => {
  const [workspace, other] = [await createWorkspace(), await createWorkspace()];
  const { secret, email } = await invite(workspace);
  const wrong = acceptInvitation(secret, await sessionOf(other), callerAt(new Date()));
  await expect(wrong).rejects.toMatchObject({
    code: "not_found",
    message: `This invitation is for ${email}. Sign out, then open the link again.`,
  });
  expect(await listMembers(workspace.ctx)).toHaveLength(1);
  expect(await findInvitation(secret, new Date())).toMatchObject({ state: "open" });
});

test("a new user who accepts has a verified address, the invited role, and no other workspace", async () => {
  const workspace = await createWorkspace({ name: "Example Studio" });
  await changeName(workspace.ctx, "Ada Lovelace");
  const { secret, email } = await invite(workspace, { role: "member" });
  expect(await findInvitation(secret, new Date())).toEqual({
    state: "open",
    email,
    role: "member",
    workspaceName: "Example Studio",
    inviter: { name: "Ada Lovelace", email: workspace.user.email },
    hasAccount: false,
  });
  const caller = callerAt(new Date());
  const input = { name: "Bob", password: PASSWORD };
  const { sessionId } = await signUpInvited(secret, input, caller);
  const session = await authenticateSession(sessionId, caller);
  expect(session).toMatchObject({
    role: "member",
    userName: "Bob",
    account: { workspace: { id: workspace.id } },
  });
  expect((await listMembers(workspace.ctx)).map(({ name }) => name)).toEqual([
    "Ada Lovelace",
    "Bob",
  ]);
  const user = await db().user.findUniqueOrThrow({
    where: { emailKey: email },
    include: { memberships: true },
  });
  expect(user.verifiedAt).toEqual(caller.now);
  expect(user.memberships.map(({ workspaceId }) => workspaceId)).toEqual([workspace.id]);
  expect((await signIn(email)).status).toBe(200);
  expect(await actionsOf(workspace)).toEqual([
    "account.name_changed",
    "member.invited",
    "member.joined",
    "account.created",
    "account.signed_in",
  ]);
});

test("a signed-in user who accepts joins, keeps the other workspace, and is in the new one", async () => {
  const [workspace, own] = [await createWorkspace(), await createWorkspace()];
  const { secret } = await invite(workspace, { email: own.user.email, role: "owner" });
  expect(await findInvitation(secret, new Date())).toMatchObject({ hasAccount: true });
  const caller = callerAt(new Date());
  await expect(signUpInvited(secret, { password: PASSWORD }, caller)).rejects.toMatchObject({
    code: "email_taken",
  });
  const { sessionId, account } = await sessionOf(own);
  await acceptInvitation(secret, { sessionId, account }, caller);
  expect(await authenticateSession(sessionId, caller)).toMatchObject({
    role: "owner",
    account: { workspace: { id: workspace.id } },
  });
  expect(await db().membership.count({ where: { userId: own.user.id } })).toBe(2);
  const user = await db().user.findUniqueOrThrow({ where: { id: own.user.id } });
  expect(user.verifiedAt, "the link proves the address").toEqual(caller.now);
});

test("of concurrent attempts to accept, one succeeds", async () => {
  const workspace = await createWorkspace();
  const { secret, email } = await invite(workspace);
  const caller = callerAt(new Date());
  const ends = await Promise.allSettled(
    [1, 2, 3].map(() => signUpInvited(secret, { password: PASSWORD }, caller)),
  );
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db().user.count({ where: { emailKey: email } })).toBe(1);
});

test("an invitation stops at exactly 50 members and 50 open invitations", async () => {
  const workspace = await createWorkspace();
  const full = { code: "member_limit_reached" };
  await fillInvitations(workspace, MEMBER_LIMITS.invitations - 1);
  const last = await invite(workspace);
  await expect(invite(workspace)).rejects.toMatchObject(full);
  const resent = invite(workspace, { email: last.email }, later(workspace, MINUTE_MS));
  expect((await resent).secret, "an open one can be sent again").not.toBe(last.secret);
  expect(await listInvitations(workspace.ctx)).toHaveLength(MEMBER_LIMITS.invitations);

  for (let count = 2; count < MEMBER_LIMITS.members; count += 1)
    await addMember(workspace, "member");
  const { secret } = await resent;
  await addMember(workspace, "member");
  expect(await listMembers(workspace.ctx)).toHaveLength(MEMBER_LIMITS.members);
  const caller = callerAt(later(workspace, MINUTE_MS).now);
  await expect(signUpInvited(secret, { password: PASSWORD }, caller)).rejects.toMatchObject(full);
  expect(await findInvitation(secret, caller.now), "it can be accepted later").toMatchObject({
    state: "open",
  });
  await db().membership.deleteMany({ where: { workspaceId: workspace.id, role: "member" } });
  await signUpInvited(secret, { password: PASSWORD }, caller);
});

test("invites an address at most once a minute and 5 times a day, whatever the workspace", async () => {
  const workspace = await createWorkspace();
  const { email } = await invite(workspace);
  await expect(invite(workspace, { email: email.toUpperCase() })).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 60,
  });
  for (let count = 1; count < 5; count += 1) await invite(await createWorkspace(), { email });
  const next = await createWorkspace();
  await verifyUsers(next);
  await expect(inviteMember(next.ctx, { email, role: "member" })).rejects.toMatchObject({
    code: "rate_limited",
    message: "This address has been sent too many invitations today. Try again tomorrow.",
  });
  expect(await queuedEmails(next)).toEqual([]);
  await inviteMember(later(next, DAY_MS), { email, role: "member" });
});

test("a workspace sends at most 20 invitations an hour", async () => {
  const workspace = await createWorkspace();
  for (let count = 0; count < 20; count += 1) await invite(workspace);
  await expect(invite(workspace)).rejects.toMatchObject({ code: "rate_limited" });
  await invite(workspace, {}, later(workspace, 60 * MINUTE_MS));
});

test("rejects an invitation of a member, without a recent proof, or of another workspace's", async () => {
  const workspace = await createWorkspace();
  const other = await createWorkspace();
  await expect(invite(workspace, { email: workspace.user.email })).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "email", message: "already belongs to a member of this workspace" }],
  });
  const stale = { ...workspace.ctx, now: new Date(workspace.ctx.now.getTime() + 15 * MINUTE_MS) };
  await expect(invite(workspace, {}, stale)).rejects.toMatchObject({
    code: "reauthentication_required",
  });
  await invite(workspace);
  const [open] = await listInvitations(workspace.ctx);
  for (const id of [open?.id ?? "", newId(), "x"])
    await expect(revokeInvitation(other.ctx, id)).rejects.toMatchObject({ code: "not_found" });
  expect(await listInvitations(workspace.ctx)).toHaveLength(1);
  expect(await listInvitations(other.ctx)).toEqual([]);
});

test("no one invites before their own address is verified", async () => {
  const { ctx } = await createWorkspace();
  const email = `invited-${newId()}@example.com`;
  await expect(inviteMember(ctx, { email, role: "owner" })).rejects.toMatchObject({
    code: "validation_failed",
    message: expect.stringContaining("Confirm your own email address"),
  });
});

test("a deleted workspace's invitations lead nowhere", async () => {
  const [workspace, own] = [await createWorkspace(), await createWorkspace()];
  const { secret } = await invite(workspace);
  const addressed = await invite(workspace, { email: own.user.email });
  const deletedAt = new Date();
  await db().workspace.update({ where: { id: workspace.id }, data: { deletedAt } });
  expect(await findInvitation(secret, deletedAt)).toEqual({ state: "unknown" });
  const caller = callerAt(deletedAt);
  await expect(signUpInvited(secret, { password: PASSWORD }, caller)).rejects.toMatchObject(gone);
  await expect(
    acceptInvitation(addressed.secret, await sessionOf(own), caller),
  ).rejects.toMatchObject(gone);
});
