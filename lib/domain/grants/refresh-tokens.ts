import type { Db } from "#lib/adapters/db/database";
import type { Caller } from "#lib/core/context";
import { sha256 } from "#lib/core/secrets";
import {
  commitGrantWork,
  endGrant,
  type GrantRow,
  isGrantOver,
  issueTokens,
  lockGrant,
} from "#lib/domain/grants/issue-tokens";
import { OAuthFailure } from "#lib/domain/grants/oauth-failure";
import type { IssuedTokens } from "#lib/domain/grants/schema";
import { APP_SECRET_TYPES, secretTypeOf } from "#lib/domain/tokens/authenticate-token";

/**
 * How long a refresh token works after it was replaced. A response may be lost, and an app with several windows may
 * refresh in all of them simultaneously.
 */
const OVERLAP_MS = 30_000;

type Refresh = { refreshToken: string; clientId: string; scope: string | undefined };

/**
 * Exchanges a refresh token for new tokens. If one is used more than 30 seconds after it was replaced, one of two users
 * stole it: that ends the app's access.
 *
 * @throws {OAuthFailure} invalid_grant; invalid_scope for a scope that wasn't granted
 */
export function refreshTokens(given: Refresh, caller: Caller): Promise<IssuedTokens> {
  const { now } = caller;
  const hash = sha256(given.refreshToken);
  return commitGrantWork(async (tx) => {
    const isRefresh = secretTypeOf(given.refreshToken) === APP_SECRET_TYPES.refresh;
    const grant = isRefresh ? await lockGrant(tx, hash) : null;
    const secret = grant && (await tx.grantSecret.findUnique({ where: { hash } }));
    if (!grant || !secret) return invalid("The refresh token isn't valid.");
    if (grant.clientId !== given.clientId)
      return invalid("The refresh token was issued to another client.");
    if (isGrantOver(grant, now)) return invalid("The app has been disconnected.");
    const { replacedAt } = secret;
    if (replacedAt && now.getTime() - replacedAt.getTime() > OVERLAP_MS) {
      await endGrant(tx, grant, "its refresh token was used twice", caller);
      return invalid("The refresh token was already used. The app has been disconnected.");
    }
    if (secret.expiresAt <= now) return invalid("The refresh token has expired.");
    const beyond = beyondScopes(given.scope, grant);
    if (beyond) return beyond;
    if (replacedAt === null) await replaceAll(tx, grant, now);
    return issueTokens(tx, grant, now);
  });
}

function invalid(reason: string): OAuthFailure {
  return new OAuthFailure("invalid_grant", reason);
}

/** A request for fewer scopes gets all that were granted, which the response names. */
function beyondScopes(scope: string | undefined, { scopes }: GrantRow): OAuthFailure | null {
  const wanted = (scope ?? "").split(" ").filter((name) => name !== "");
  if (wanted.every((name) => scopes.includes(name))) return null;
  return new OAuthFailure("invalid_scope", `These scopes were granted: ${scopes.join(" ")}.`);
}

/**
 * Replaces the token that is used, and those that were issued when an earlier one was used twice within 30 seconds.
 * Otherwise a thief who was as fast would have a token of their own, which no one would notice. As it is, either the
 * thief or the app comes back with a replaced one (RFC 9700, section 4.14.2).
 */
async function replaceAll(tx: Db, { workspaceId, id: tokenId }: GrantRow, now: Date) {
  const where = { workspaceId, tokenId, kind: "refresh", replacedAt: null };
  await tx.grantSecret.updateMany({ where, data: { replacedAt: now } });
}

/**
 * Ends an app's access by one of its tokens (RFC 7009). An unknown token counts as already revoked.
 *
 * @throws {OAuthFailure} invalid_grant for another client's token
 */
export function revokeByApp(token: string, clientId: string | null, caller: Caller): Promise<null> {
  return commitGrantWork(async (tx) => {
    const mark = secretTypeOf(token);
    const isTheirs = mark === APP_SECRET_TYPES.refresh || mark === APP_SECRET_TYPES.access;
    const grant = isTheirs ? await lockGrant(tx, sha256(token)) : null;
    if (!grant) return null;
    if (clientId !== null && clientId !== grant.clientId)
      return invalid("The token was issued to another client.");
    await endGrant(tx, grant, "the app gave up its access", caller);
    return null;
  });
}
