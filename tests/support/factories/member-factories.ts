import { db } from "#lib/adapters/db/database";
import type { Role } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { inviteMember } from "#lib/domain/accounts/members/invite-member";
import type { InviteInput } from "#lib/domain/accounts/members/schema";
import { contextOf, type Workspace } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";

/** Adds a new user to a workspace; they have no password. */
export async function addMember(
  { id, ctx: { now } }: Workspace,
  role: Role,
  email = `${role}-${newId()}@example.com`,
): Promise<Workspace> {
  const user = { id: newId(), email };
  await db().user.create({
    data: {
      ...user,
      emailKey: email,
      passwordHash: "none",
      createdAt: now,
      verifiedAt: now,
      memberships: { create: { workspaceId: id, role, createdAt: now } },
    },
  });
  return { id, user, ctx: contextOf(id, user.id, role, now) };
}

/** Makes the user of one workspace a member of another. */
export async function joinWorkspace(
  { user, ctx: { now } }: Workspace,
  { id }: Workspace,
  role: Role = "member",
): Promise<void> {
  const data = { userId: user.id, workspaceId: id, role, createdAt: now };
  await db().membership.create({ data });
}

/** Invites an address; returns the secret in the emailed link. */
export async function invite(
  workspace: Workspace,
  input: Partial<InviteInput> = {},
  ctx = workspace.ctx,
): Promise<{ email: string; secret: string }> {
  const { email = `invited-${newId()}@example.com`, role = "member" } = input;
  await inviteMember(ctx, { email, role });
  return { email, secret: (await linkSecrets(workspace, email)).at(-1) ?? "" };
}

/** More invitations like the workspace's only one, without the emails. */
export async function copyInvitation({ id }: Workspace, count: number): Promise<void> {
  const row = await db().invitation.findFirstOrThrow({ where: { workspaceId: id } });
  const data = Array.from({ length: count }, () => {
    const email = `open-${newId()}@example.com`;
    const tokenHash = new TextEncoder().encode(email);
    return { ...row, id: newId(), email, emailKey: email, tokenHash, emailSeriesKey: newId() };
  });
  await db().invitation.createMany({ data });
}
