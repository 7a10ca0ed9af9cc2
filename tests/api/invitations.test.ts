import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { changeName } from "#lib/domain/accounts/change-name";
import {
  acceptInvitation,
  findInvitation,
  signUpInvited,
} from "#lib/domain/accounts/members/accept-invitation";
import { inviteMember, revokeInvitation } from "#lib/domain/accounts/members/invite-member";
import { listInvitations, listMembers } from "#lib/domain/accounts/members/list-members";
import { MEMBER_LIMITS } from "#lib/domain/accounts/members/schema";
import { authenticateSession } from "#lib/domain/accounts/sessions";
import { expectRejection } from "#tests/support/contract/rejection";
import { PASSWORD, sessionOf, signIn } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import {
  callerAt,
  contextAt,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { addMember, copyInvitation, invite } from "#tests/support/factories/member-factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The owner, signed in again at another time. */
const later = (workspace: Workspace, ms: number) =>
  contextAt(workspace, new Date(workspace.ctx.now.getTime() + ms));

/** Accepts an invitation as a new user. */
const join = (secret: string, at = new Date()) =>
  signUpInvited(secret, { password: PASSWORD }, callerAt(at));

/** Accepts an invitation as a user who is signed in. */
const joinAs = async (own: Workspace, secret: string, at = new Date()) =>
  acceptInvitation(secret, await sessionOf(own), callerAt(at));

const gone = { code: "not_found", message: expect.stringContaining("Ask an owner") };

test("a used, revoked, replaced, expired, or unknown invitation is rejected with the reason", async () => {
  const workspace = await createWorkspace();
  const expectEnded = async (secret: string, state: string, at = new Date()) => {
    await expect(join(secret, at)).rejects.toMatchObject(gone);
    expect(await findInvitation(secret, at)).toMatchObject({ state });
  };

  const used = await invite(workspace);
  await join(used.secret);
  await expectEnded(used.secret, "accepted");

  const revoked = await invite(workspace);
  const [open] = await listInvitations(workspace.ctx);
  await revokeInvitation(workspace.ctx, open?.id ?? "");
  await revokeInvitation(workspace.ctx, open?.id ?? "");
  await expectEnded(revoked.secret, "revoked");

  const first = await invite(workspace);
  const second = await invite(workspace, { email: first.email }, later(workspace, MINUTE_MS));
  await expectEnded(first.secret, "unknown");
  const expiry = new Date(workspace.ctx.now.getTime() + MINUTE_MS + 7 * DAY_MS);
  await expectEnded(second.secret, "expired", expiry);
  const inTime = new Date(expiry.getTime() - 1);
  expect(await findInvitation(second.secret, inTime)).toMatchObject({ state: "open" });
  const own = await createWorkspace();
  const addressed = await invite(workspace, { email: own.user.email });
  const late = new Date(workspace.ctx.now.getTime() + 7 * DAY_MS);
  await expect(joinAs(own, addressed.secret, late)).rejects.toMatchObject(gone);
  for (const unknown of ["unknown", ""]) await expectEnded(unknown, "unknown");
});

test("a new user can't pick their address or the workspace's name as the password", async () => {
  const workspace = await createWorkspace();
  const email = `somebody-${newId()}@example.com`;
  const { secret } = await invite(workspace, { email });
  const entry = signUpInvited(secret, { password: email }, callerAt(new Date()));
  await expectRejection(entry, "validation_failed");
  expect(await db().user.count({ where: { email } })).toBe(0);
});

test("a signed-in user can belong to 50 workspaces, and not to a 51st", async () => {
  const [workspace, own] = [await createWorkspace(), await createWorkspace()];
  const ids = Array.from({ length: 49 }, () => newId());
  const { now } = workspace.ctx;
  await db().workspace.createMany({
    data: ids.map((id) => ({ id, name: "Other", plan: "starter", createdAt: now })),
  });
  const membership = { userId: own.user.id, role: "member", createdAt: now };
  await db().membership.createMany({
    data: ids.map((workspaceId) => ({ ...membership, workspaceId })),
  });
  const { secret } = await invite(workspace, { email: own.user.email });
  await expectRejection(joinAs(own, secret), "member_limit_reached");
  await db().membership.deleteMany({ where: { workspaceId: ids[0] ?? "" } });
  await joinAs(own, secret);
  expect(await db().membership.count({ where: { userId: own.user.id } })).toBe(50);
});

test("an invitation doesn't join a user with another address, and stays open", async () => {
  const [workspace, other] = [await createWorkspace(), await createWorkspace()];
  const { secret, email } = await invite(workspace);
  await expectRejection(joinAs(other, secret), "not_found", {
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
    provider: null,
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
  expect(await listMembers(workspace.ctx)).toMatchObject([
    { name: "Ada Lovelace" },
    { name: "Bob" },
  ]);
  const user = await db().user.findUniqueOrThrow({
    where: { emailKey: email },
    include: { memberships: true },
  });
  expect(user.verifiedAt).toEqual(caller.now);
  expect(user.memberships.map(({ workspaceId }) => workspaceId)).toEqual([workspace.id]);
  expect((await signIn(email)).status).toBe(200);
  const entries = await auditEntriesOf(workspace);
  expect(entries.map(({ action }) => action)).toEqual([
    "account.name_changed",
    "member.invited",
    "member.joined",
    "recipient.verified",
    "account.created",
    "account.signed_in",
  ]);
});

test("a signed-in user who accepts joins, keeps the other workspace, and is in the new one", async () => {
  const workspace = await createWorkspace();
  const own = await createWorkspace({ isConfirmed: false });
  const { secret } = await invite(workspace, { email: own.user.email, role: "owner" });
  expect(await findInvitation(secret, new Date())).toMatchObject({ hasAccount: true });
  await expectRejection(join(secret), "email_taken");
  const caller = callerAt(new Date());
  const session = await sessionOf(own);
  await acceptInvitation(secret, session, caller);
  expect(await authenticateSession(session.sessionId, caller)).toMatchObject({
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
  const ends = await Promise.allSettled([1, 2, 3].map(() => join(secret)));
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await db().user.count({ where: { emailKey: email } })).toBe(1);
});

test("an invitation stops at exactly 50 members and 50 open invitations", async () => {
  const workspace = await createWorkspace();
  const last = await invite(workspace);
  await copyInvitation(workspace, MEMBER_LIMITS.invitations - 1);
  await expectRejection(invite(workspace), "member_limit_reached");
  const resent = invite(workspace, { email: last.email }, later(workspace, MINUTE_MS));
  expect((await resent).secret, "an open one can be sent again").not.toBe(last.secret);
  expect(await listInvitations(workspace.ctx)).toHaveLength(MEMBER_LIMITS.invitations);

  for (let count = 2; count < MEMBER_LIMITS.members; count += 1)
    await addMember(workspace, "member");
  const { secret } = await resent;
  await addMember(workspace, "member");
  expect(await listMembers(workspace.ctx)).toHaveLength(MEMBER_LIMITS.members);
  const { now } = later(workspace, MINUTE_MS);
  await expectRejection(join(secret, now), "member_limit_reached");
  expect((await findInvitation(secret, now)).state, "it can be accepted later").toBe("open");
  await db().membership.deleteMany({ where: { workspaceId: workspace.id, role: "member" } });
  await join(secret, now);
});

test("invites an address at most once a minute and 5 times a day, whatever the workspace", async () => {
  const workspace = await createWorkspace();
  const { email } = await invite(workspace);
  await expectRejection(invite(workspace, { email: email.toUpperCase() }), "rate_limited", {
    retryAfterSeconds: 60,
  });
  for (let count = 1; count < 5; count += 1) await invite(await createWorkspace(), { email });
  const next = await createWorkspace();
  await expectRejection(inviteMember(next.ctx, { email, role: "member" }), "rate_limited", {
    message: "This address has been sent too many invitations today. Try again tomorrow.",
  });
  expect(await queuedEmails(next)).toEqual([]);
  await inviteMember(later(next, DAY_MS), { email, role: "member" });
});

test("a workspace sends at most 20 invitations an hour", async () => {
  const workspace = await createWorkspace();
  for (let count = 0; count < 20; count += 1) await invite(workspace);
  await expectRejection(invite(workspace), "rate_limited");
  await invite(workspace, {}, later(workspace, 60 * MINUTE_MS));
});

test("rejects an invitation of a member, and one by someone whose own address isn't verified", async () => {
  const workspace = await createWorkspace();
  await expect(invite(workspace, { email: workspace.user.email })).rejects.toMatchObject({
    details: [{ path: "email", message: "already belongs to a member of this workspace" }],
  });
  const { ctx } = await createWorkspace({ isConfirmed: false });
  const input = { email: "ada@example.com", role: "owner" } as const;
  await expectRejection(inviteMember(ctx, input), "address_unconfirmed");
});

test("a deleted workspace's invitations lead nowhere", async () => {
  const [workspace, own] = [await createWorkspace(), await createWorkspace()];
  const { secret } = await invite(workspace);
  const addressed = await invite(workspace, { email: own.user.email });
  const deletedAt = new Date();
  await db().workspace.update({ where: { id: workspace.id }, data: { deletedAt } });
  expect(await findInvitation(secret, deletedAt)).toEqual({ state: "unknown" });
  await expect(join(secret, deletedAt)).rejects.toMatchObject(gone);
  await expect(joinAs(own, addressed.secret, deletedAt)).rejects.toMatchObject(gone);
});
