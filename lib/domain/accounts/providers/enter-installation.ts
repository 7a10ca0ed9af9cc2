import { type Db, transaction } from "#lib/adapters/db/database";
import type { OidcClaims } from "#lib/adapters/oidc/oidc";
import type { Caller } from "#lib/core/context";
import { addressKey, isAddress } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { newId, randomBase62 } from "#lib/core/ids";
import { lockPassword } from "#lib/domain/access/access-locks";
import { join, markAccepted } from "#lib/domain/accounts/members/accept-invitation";
import { openSession } from "#lib/domain/accounts/open-session";
import { hashPassword } from "#lib/domain/accounts/password";
import { SignInProblem } from "#lib/domain/accounts/providers/problem";
import type { Provider } from "#lib/domain/accounts/providers/provider";
import type {
  ConnectingSession,
  ProviderSignIn,
} from "#lib/domain/accounts/providers/provider-flow";
import { PersonName } from "#lib/domain/accounts/schema";
import { countSignUp, requireInvitedSignUp, requireSignUp } from "#lib/domain/accounts/sign-up";
import {
  createOwned,
  lockAddress,
  memberContext,
  toAccount,
  WITH_WORKSPACES,
} from "#lib/domain/accounts/store";
import { markVerified } from "#lib/domain/accounts/verify-email";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";

/** Returns the address that a provider reports as verified. @throws {SignInProblem} */
export function requireVerified({ email, isEmailVerified }: OidcClaims): string {
  if (email === null || !isAddress(email)) throw new SignInProblem("address_missing");
  if (!isEmailVerified) throw new SignInProblem("address_unverified");
  return email;
}

/** @throws {SignInProblem} instead of what a sign-up throws */
export function rethrowAsProblem(failure: unknown): never {
  if (!(failure instanceof AppError)) throw failure;
  if (failure.code === "sign_up_closed") throw new SignInProblem("sign_up_closed", failure);
  if (failure.code === "rate_limited") throw new SignInProblem("too_many", failure);
  if (failure.code === "member_limit_reached") throw new SignInProblem("full", failure);
  if (failure.code === "not_found") throw new SignInProblem("invitation_ended", failure);
  throw failure;
}

/** Creates a password that no one knows. The user can set one by "Forgot password?". */
export const unknownPassword = () => hashPassword(randomBase62(43));

/** The name that a provider gives, if it's one that an account can have. */
export function readName({ name }: OidcClaims): string | null {
  return PersonName.safeParse(name).data ?? null;
}

/** A person that a provider has authenticated, and the request. */
export type Entering = {
  provider: Provider;
  claims: OidcClaims;
  connecting: ConnectingSession | null;
  /** The secret of the invitation that they accept if they're new; null for none. */
  invitation: string | null;
  caller: Caller;
};

/**
 * Signs in with the installation's provider, which the operator trusts: as its existing user, or as a new one if
 * sign-up is open to them.
 *
 * @throws {SignInProblem}
 */
export async function enterInstallation(
  entering: Entering,
  device: string | null,
): Promise<ProviderSignIn> {
  const { provider, claims, connecting, caller } = entering;
  const { issuer, subject, email: shown } = claims;
  const where = { issuer_subject: { issuer, subject } };
  const known = await transaction(async (tx) => {
    const identity = await tx.userIdentity.findUnique({ where });
    if (!identity) return null;
    if (connecting && connecting.userId !== identity.userId)
      throw new SignInProblem("already_connected");
    await lockPassword(tx, identity.userId);
    const { now } = caller;
    const data = { lastUsedAt: now, email: shown };
    const { count } = await tx.userIdentity.updateMany({
      where: { issuer, subject, userId: identity.userId },
      data,
    });
    // The provider was disconnected in the meantime.
    if (count === 0) throw new SignInProblem("expired");
    return enterAs(tx, identity.userId, claims, caller, device);
  });
  if (known) return known;
  const email = requireVerified(claims);
  if (connecting) return connect(provider, claims, email, connecting, caller);
  return signUp(entering, email, device).catch(rethrowAsProblem);
}

async function enterAs(
  tx: Db,
  id: string,
  { authenticatedAt: provenAt }: OidcClaims,
  caller: Caller,
  device: string | null,
): Promise<ProviderSignIn> {
  const user = await tx.user.findUnique({ where: { id }, include: WITH_WORKSPACES });
  const [membership] = user?.memberships ?? [];
  if (!user || !membership) throw new SignInProblem("expired");
  const ctx = memberContext(membership, caller);
  const details = { method: "provider" };
  await recordAudit(tx, ctx, { action: "account.signed_in", details });
  const account = toAccount(user, membership.workspace);
  return openSession(tx, ctx, account, device, { method: "provider", provenAt });
}

async function connect(
  { name }: Provider,
  { issuer, subject }: OidcClaims,
  email: string,
  { userId, emailKey }: ConnectingSession,
  caller: Caller,
): Promise<ProviderSignIn> {
  if (emailKey !== addressKey(email)) throw new SignInProblem("other_address");
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    const { memberships } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      include: WITH_WORKSPACES,
    });
    const [membership] = memberships;
    if (!membership) throw new SignInProblem("expired");
    const taken = {
      OR: [
        { issuer, subject },
        { issuer, userId },
      ],
    };
    if ((await tx.userIdentity.count({ where: taken })) > 0)
      throw new SignInProblem("already_connected");
    const ctx = memberContext(membership, caller);
    const at = { createdAt: caller.now, lastUsedAt: caller.now };
    await tx.userIdentity.create({ data: { issuer, subject, userId, email, ...at } });
    await recordAudit(tx, ctx, { action: "account.identity_linked", subject: { name } });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "identity_linked", name });
    return { sessionId: null, device: null };
  });
}

/**
 * A new account with the address that the operator's provider vouches for, in the workspace of the invitation or in
 * its own.
 */
async function signUp(
  { claims, invitation: secret, caller }: Entering,
  email: string,
  device: string | null,
): Promise<ProviderSignIn> {
  const { issuer, subject } = claims;
  const emailKey = addressKey(email);
  await countSignUp(caller);
  const passwordHash = await unknownPassword();
  const { now: createdAt } = caller;
  return transaction(async (tx) => {
    const invitation = secret === null ? null : await markAccepted(tx, secret, createdAt);
    if (invitation && invitation.emailKey !== emailKey) throw new SignInProblem("not_the_invited");
    if (await lockAddress(tx, emailKey)) throw new SignInProblem("sign_in_first");
    if (invitation) requireInvitedSignUp();
    else await requireSignUp(tx, emailKey, createdAt);
    const name = readName(claims);
    const id = newId();
    const user = await tx.user.create({
      data: { id, email, emailKey, name, passwordHash, createdAt, isProven: true },
    });
    const workspace =
      invitation?.workspace ??
      (await createOwned(tx, { userId: id, name: "My workspace" }, createdAt));
    const ctx = invitation
      ? (await join(tx, invitation, id, caller)).ctx
      : memberContext({ userId: id, workspaceId: workspace.id, role: "owner" }, caller);
    const at = { createdAt, lastUsedAt: createdAt };
    await tx.userIdentity.create({ data: { issuer, subject, userId: id, email, ...at } });
    await recordAudit(tx, ctx, { action: "account.created", details: { method: "provider" } });
    await markVerified(tx, ctx, user, id);
    const account = toAccount(user, workspace);
    const signedIn = await openSession(tx, ctx, account, device, {
      isExpected: true,
      method: "provider",
      provenAt: claims.authenticatedAt,
    });
    return { ...signedIn, ...(invitation && { next: "/" }) };
  });
}
