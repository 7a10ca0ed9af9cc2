import { db } from "#lib/adapters/db/database";
import { type OidcClaims, redeemOidc } from "#lib/adapters/oidc/oidc";
import { type Caller, PROOF_LIFETIME_MS } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { isSameSecret, sha256 } from "#lib/core/secrets";
import { enterInstallation } from "#lib/domain/accounts/providers/enter-installation";
import { enterWorkspace } from "#lib/domain/accounts/providers/enter-workspace";
import { SignInProblem } from "#lib/domain/accounts/providers/problem";
import { findProvider, type Provider } from "#lib/domain/accounts/providers/provider";
import {
  type ConnectingSession,
  FLOW_MS,
  type ProviderFlow,
  type ProviderSignIn,
} from "#lib/domain/accounts/providers/provider-flow";
import { NOT_BOUND_TO_PROVIDER, unexpiredAt } from "#lib/domain/accounts/sessions";
import { refundQuota, spendQuota } from "#lib/domain/usage/quota";

/**
 * Finds the session that a provider is being connected to. It must be open, not opened by a workspace's provider, and
 * have a recent proof. Its workspace may reject it.
 */
export async function findConnectingSession(
  sessionId: string,
  now: Date,
): Promise<Omit<ConnectingSession, "stays"> | null> {
  const session = await db().session.findFirst({
    where: { AND: [{ id: sessionId, ...unexpiredAt(now) }, NOT_BOUND_TO_PROVIDER] },
    include: { user: { select: { emailKey: true } } },
  });
  if (!session) return null;
  const provenAt = session.provenAt ?? session.createdAt;
  if (now.getTime() - provenAt.getTime() >= PROOF_LIFETIME_MS) return null;
  return { userId: session.userId, emailKey: session.user.emailKey };
}

/**
 * Uses up a flow: it works once, for its own provider, for ten minutes. @throws {SignInProblem} expired,
 * unknown
 */
async function spendFlow(
  workspaceId: string | null,
  flow: ProviderFlow | null,
  search: string,
  now: Date,
): Promise<{ flow: ProviderFlow; provider: Provider }> {
  const state = new URLSearchParams(search).get("state") ?? "";
  const isRight =
    flow !== null &&
    flow.workspaceId === workspaceId &&
    isSameSecret(state, flow.state) &&
    now.getTime() - flow.startedAt < FLOW_MS;
  if (!isRight) throw new SignInProblem("expired");
  const bucket = `provider-flow:${Buffer.from(sha256(flow.state)).toString("base64url")}`;
  const once = { bucket, max: 1, windowSeconds: FLOW_MS / 1000 };
  await spendQuota([once], now, "This sign-in was already used.").catch((failure: unknown) => {
    if (failure instanceof AppError && failure.code === "rate_limited")
      throw new SignInProblem("expired", failure);
    throw failure;
  });
  const provider = await findProvider(workspaceId);
  if (!provider) throw new SignInProblem("unknown");
  return { flow, provider };
}

async function redeem(provider: Provider, flow: ProviderFlow, search: string): Promise<OidcClaims> {
  if (new URLSearchParams(search).get("error") === "access_denied")
    throw new SignInProblem("canceled");
  return redeemOidc(provider.client, flow, search).catch((failure: unknown) => {
    throw new SignInProblem("provider_failed", failure);
  });
}

/** Finds the session that began to connect a provider, if the browser still has it. */
async function findConnecting(
  { connects }: ProviderFlow,
  sessionId: string | null,
  now: Date,
): Promise<ConnectingSession | null> {
  if (connects === null || connects.sessionId !== sessionId) return null;
  const found = await findConnectingSession(sessionId, now);
  return found && { ...found, stays: connects.stays };
}

type Returned = {
  /** The workspace whose provider the callback URL belongs to; null for the installation's. */
  workspaceId: string | null;
  /** The query string of the callback URL. */
  search: string;
  flow: ProviderFlow | null;
  /**
   * The session in the browser's cookie, and the secret that identifies a known browser; null for none.
   */
  sessionId: string | null;
  device: string | null;
};

/**
 * Completes a sign-in with a provider: opens a session, or connects the provider to the account of the existing
 * session.
 *
 * @throws {SignInProblem}
 */
export async function finishProviderSignIn(
  { workspaceId, search, flow: given, sessionId, device }: Returned,
  caller: Caller,
): Promise<ProviderSignIn> {
  const { flow, provider } = await spendFlow(workspaceId, given, search, caller.now);
  const claims = await redeem(provider, flow, search);
  const connecting = await findConnecting(flow, sessionId, caller.now);
  const { invitation } = flow;
  const entering = { provider, claims, connecting, invitation, caller };
  const entered =
    workspaceId === null
      ? await enterInstallation(entering, device)
      : await enterWorkspace({ ...entering, workspaceId });
  await refundQuota(flow.eventIds);
  return entered;
}
