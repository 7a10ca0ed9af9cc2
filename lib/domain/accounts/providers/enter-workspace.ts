import { type Db, transaction } from "#lib/adapters/db/database";
import type { Role } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { lockMembers, lockPassword } from "#lib/domain/access/access-locks";
import { MEMBER_LIMITS } from "#lib/domain/accounts/members/schema";
import {
  type Entering as EnteringInstallation,
  readName,
  requireVerified,
  rethrowAsProblem,
  unknownPassword,
} from "#lib/domain/accounts/providers/enter-installation";
import { SignInProblem } from "#lib/domain/accounts/providers/problem";
import type { ProviderSignIn } from "#lib/domain/accounts/providers/provider-flow";
import { createSession } from "#lib/domain/accounts/sessions";
import { countSignUp } from "#lib/domain/accounts/sign-up";
import { lockAddress, memberContext, roleOf } from "#lib/domain/accounts/store";
import { sendFirstVerification } from "#lib/domain/accounts/verify-email";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";

/** A person that a workspace's provider has authenticated, and the request. */
type Entering = EnteringInstallation & { workspaceId: string };

/**
 * Signs in with a workspace's provider, to that workspace only. Its owners control who the provider says someone is.
 * Therefore the identities it knows belong to the workspace, an existing account is only connected from a session of
 * its user, a new account's address isn't verified by it, and the session never leaves the workspace.
 *
 * @throws {SignInProblem}
 */
export async function enterWorkspace(entering: Entering): Promise<ProviderSignIn> {
  const { connecting } = entering;
  const userId = (await findKnown(entering)) ?? (await admit(entering).catch(rethrowAsProblem));
  if (connecting?.stays) return { sessionId: null, device: null };
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    await lockProvider(tx, entering);
    return openBound(tx, entering, userId);
  });
}

/** @returns whom the workspace's provider knows by this subject, or null */
function findKnown({ workspaceId, claims, connecting }: Entering): Promise<string | null> {
  const { issuer, subject } = claims;
  return transaction(async (tx) => {
    const where = { workspaceId_issuer_subject: { workspaceId, issuer, subject } };
    const identity = await tx.workspaceIdentity.findUnique({ where });
    if (identity && connecting && connecting.userId !== identity.userId)
      throw new SignInProblem("already_connected");
    return identity?.userId ?? null;
  });
}

/** Keeps the provider as it was read until the transaction ends. @throws {SignInProblem} unknown */
async function lockProvider(tx: Db, { workspaceId, provider }: Entering): Promise<void> {
  await lockMembers(tx, workspaceId);
  const { issuer, clientId } = provider.client;
  const where = { workspaceId, issuer, clientId, workspace: { deletedAt: null } };
  if ((await tx.signInProvider.count({ where })) === 0) throw new SignInProblem("unknown");
}

/** Connects a person whom the provider doesn't know yet. @returns the user's id */
async function admit(entering: Entering): Promise<string> {
  const email = requireVerified(entering.claims);
  const emailKey = addressKey(email);
  const { connecting } = entering;
  if (connecting) {
    if (connecting.emailKey !== emailKey) throw new SignInProblem("other_address");
    return connectMember(entering, email, connecting.userId);
  }
  await countSignUp(entering.caller);
  const passwordHash = await unknownPassword();
  return transaction(async (tx) => {
    await lockProvider(tx, entering);
    if (await lockAddress(tx, emailKey)) throw new SignInProblem("sign_in_first");
    if (settings().signUp === "closed") throw new SignInProblem("sign_up_closed");
    return signUp(tx, entering, { email, emailKey, passwordHash });
  });
}

async function connectMember(entering: Entering, email: string, userId: string): Promise<string> {
  const { workspaceId, provider, caller } = entering;
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    await lockProvider(tx, entering);
    const where = { workspaceId_userId: { workspaceId, userId } };
    const membership = await tx.membership.findUnique({ where });
    if (!membership) throw new SignInProblem("not_invited");
    if (await tx.workspaceIdentity.findUnique({ where }))
      throw new SignInProblem("already_connected");
    const ctx = memberContext(membership, caller);
    await createIdentity(tx, entering, userId, email);
    const { name } = provider;
    await recordAudit(tx, ctx, { action: "account.identity_linked", subject: { name } });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "identity_linked", name });
    return userId;
  });
}

async function createIdentity(tx: Db, entering: Entering, userId: string, email: string) {
  const { workspaceId, claims, caller } = entering;
  const { issuer, subject } = claims;
  const at = { createdAt: caller.now, lastUsedAt: caller.now };
  await tx.workspaceIdentity.create({
    data: { workspaceId, issuer, subject, userId, email, ...at },
  });
}

type NewUser = { email: string; emailKey: string; passwordHash: string };

/**
 * Accepts the open invitation of an address, or else whether the workspace admits people without one. Someone who
 * followed an invitation only accepts that one.
 */
async function takePlace(
  tx: Db,
  { workspaceId, invitation: followed, caller }: Entering,
  emailKey: string,
): Promise<Role> {
  const { now } = caller;
  const open = { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
  const named = followed === null ? { emailKey } : { tokenHash: sha256(followed) };
  const where = { workspaceId, ...open, ...named };
  const invitation = await tx.invitation.findFirst({ where });
  if (!invitation && followed !== null) throw new SignInProblem("invitation_ended");
  if (invitation && invitation.emailKey !== emailKey) throw new SignInProblem("not_the_invited");
  const provider = await tx.signInProvider.findUniqueOrThrow({ where: { workspaceId } });
  if (!invitation && !provider.admitsNew) throw new SignInProblem("not_invited");
  if ((await tx.membership.count({ where: { workspaceId } })) >= MEMBER_LIMITS.members)
    throw new SignInProblem("full");
  await tx.invitation.updateMany({ where, data: { acceptedAt: now } });
  return invitation ? roleOf(invitation) : "member";
}

/** A new account that belongs to the workspace only. Its address is verified by a link, as after any sign-up. */
async function signUp(tx: Db, entering: Entering, user: NewUser): Promise<string> {
  const { workspaceId, claims, caller } = entering;
  const role = await takePlace(tx, entering, user.emailKey);
  const userId = newId();
  const { now: createdAt } = caller;
  const name = readName(claims);
  await tx.user.create({ data: { id: userId, name, createdAt, ...user } });
  await tx.membership.create({ data: { userId, workspaceId, role, createdAt } });
  await createIdentity(tx, entering, userId, user.email);
  const ctx = memberContext({ userId, workspaceId, role }, caller);
  const details = { method: "workspace_provider" };
  await recordAudit(tx, ctx, { action: "account.created", details });
  const subject = { id: userId, name: user.email };
  await recordAudit(tx, ctx, { action: "member.joined", subject, details: { role } });
  await sendFirstVerification(tx, ctx, { id: userId, email: user.email });
  return userId;
}

/**
 * Doesn't remember the browser: otherwise someone whom only the workspace's provider vouches for would count as
 * known when signing in with the account's password.
 */
async function openBound(tx: Db, entering: Entering, userId: string): Promise<ProviderSignIn> {
  const { workspaceId, claims, caller } = entering;
  const { issuer, subject, email, authenticatedAt: provenAt } = claims;
  const { now } = caller;
  const { count } = await tx.workspaceIdentity.updateMany({
    where: { workspaceId, issuer, subject, userId },
    data: { lastUsedAt: now, email },
  });
  const where = { workspaceId_userId: { workspaceId, userId } };
  const membership = await tx.membership.findUnique({ where });
  if (count === 0 || !membership) throw new SignInProblem("expired");
  const details = { method: "workspace_provider" };
  const ctx = memberContext(membership, caller);
  await recordAudit(tx, ctx, { action: "account.signed_in", details });
  const origin = { method: "workspace_provider", provenAt } as const;
  const owner = { userId, workspaceId };
  const sessionId = await createSession(tx, owner, caller.userAgent, now, origin);
  return { sessionId, device: null };
}
