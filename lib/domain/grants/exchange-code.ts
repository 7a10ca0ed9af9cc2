import type { Caller } from "#lib/core/context";
import { isSameSecret, sha256 } from "#lib/core/secrets";
import {
  commitGrantWork,
  endGrant,
  isGrantOver,
  issueTokens,
  lockGrant,
} from "#lib/domain/grants/issue-tokens";
import { OAuthFailure } from "#lib/domain/grants/oauth-failure";
import type { IssuedTokens } from "#lib/domain/grants/schema";
import { APP_SECRET_TYPES, secretTypeOf } from "#lib/domain/tokens/authenticate-token";

export type CodeExchange = {
  code: string;
  clientId: string;
  /**
   * Null if the request has none, which is fine because the code is tied to one redirect URI
   * anyway.
   */
  redirectUri: string | null;
  verifier: string;
};

function matchesChallenge(verifier: string, challenge: string): boolean {
  return isSameSecret(Buffer.from(sha256(verifier)).toString("base64url"), challenge);
}

/**
 * Exchanges an authorization code for tokens. If a code is used twice, one of the two users stole it: the second use
 * disconnects the app.
 *
 * @throws {OAuthFailure} invalid_grant
 */
export function exchangeCode(given: CodeExchange, caller: Caller): Promise<IssuedTokens> {
  const invalid = (reason: string) => new OAuthFailure("invalid_grant", reason);
  return commitGrantWork(async (tx) => {
    const isCode = secretTypeOf(given.code) === APP_SECRET_TYPES.code;
    const grant = isCode ? await lockGrant(tx, sha256(given.code)) : null;
    if (!grant) return invalid("The authorization code isn't valid.");
    if (grant.startedAt !== null) {
      await endGrant(tx, grant, "its authorization code was used twice", caller);
      return invalid("The authorization code was already used. The app has been disconnected.");
    }
    if (grant.endsAt <= caller.now || isGrantOver(grant, caller.now))
      return invalid("The authorization code has expired. Connect the app again.");
    if (grant.clientId !== given.clientId)
      return invalid("The authorization code was issued to another client.");
    if (given.redirectUri !== null && given.redirectUri !== grant.redirectUri)
      return invalid("redirect_uri doesn't match the authorization request.");
    if (!matchesChallenge(given.verifier, grant.challenge))
      return invalid("code_verifier doesn't match the code_challenge.");
    return issueTokens(tx, grant, caller.now);
  });
}
