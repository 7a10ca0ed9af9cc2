import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { beginOidc } from "#lib/adapters/oidc/oidc";
import type { Caller } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { hashVisitorAddress } from "#lib/core/secrets";
import { SignInProblem } from "#lib/domain/accounts/providers/problem";
import type { Provider } from "#lib/domain/accounts/providers/provider";
import type { ProviderFlow } from "#lib/domain/accounts/providers/provider-flow";
import { type Quota, spendQuota } from "#lib/domain/usage/quota";

const QUARTER_HOUR = 15 * 60;

/**
 * Quotas for failures in 15 minutes. The one for the whole provider limits how many calls strangers can trigger.
 */
function quotas({ workspaceId }: Provider, { network }: Caller): Quota[] {
  const ofNetwork = `provider-sign-in:network:${hashVisitorAddress(network)}`;
  const ofProvider = `provider-sign-in:provider:${workspaceId ?? "installation"}`;
  return [
    { bucket: ofNetwork, max: 50, windowSeconds: QUARTER_HOUR },
    { bucket: ofProvider, max: 500, windowSeconds: QUARTER_HOUR },
  ];
}

type Start = Pick<ProviderFlow, "next" | "connects" | "invitation"> & { isFresh: boolean };

/**
 * Begins a sign-in with a provider.
 *
 * @param start - `isFresh`: asks the provider to reauthenticate the user
 * @returns the provider's URL, and the state that the browser has to return
 * @throws {SignInProblem} too_many, provider_failed
 */
export async function startProviderSignIn(
  provider: Provider,
  { isFresh, ...asked }: Start,
  caller: Caller,
): Promise<{ url: string; flow: ProviderFlow }> {
  const message = "Too many sign-in attempts. Try again later.";
  const eventIds = await spendQuota(quotas(provider, caller), caller.now, message).catch(
    (failure: unknown) => {
      if (failure instanceof AppError && failure.code === "rate_limited")
        throw new SignInProblem("too_many", failure);
      throw failure;
    },
  );
  const checks = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
  };
  const url = await beginOidc(provider.client, checks, isFresh).catch((failure: unknown) => {
    throw new SignInProblem("provider_failed", failure);
  });
  const { workspaceId } = provider;
  const startedAt = caller.now.getTime();
  return { url, flow: { workspaceId, ...checks, ...asked, startedAt, eventIds } };
}
