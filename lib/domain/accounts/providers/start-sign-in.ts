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
 * Quotas of failures in 15 minutes. The provider's own total limits the calls that strangers can
 * make us send.
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
 * @param start - `isFresh`: the provider is asked to have them prove who they are again
 * @returns the address at the provider, and what the browser has to bring back
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
