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
 * How long a refresh token works after its first use. A response may be lost, and an app with several windows may
 * refresh in all of them simultaneously.
 */
const OVERLAP_MS = 30_000;

type Refresh = { refreshToken: string; clientId: string; scope: string | undefined };

/**
 * Exchanges a refresh token for new tokens. If one is used again more than 30 seconds after its first use, one of the
 * two users stole it: that ends the app's access.
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
    await noteUse(tx, hash, now);
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

async function noteUse(tx: Db, hash: Uint8Array<ArrayBuffer>, now: Date): Promise<void> {
  await tx.grantSecret.updateMany({ where: { hash, replacedAt: null }, data: { replacedAt: now } });
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
