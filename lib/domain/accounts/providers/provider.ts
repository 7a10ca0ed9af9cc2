import { db } from "#lib/adapters/db/database";
import type { SignInProvider } from "#lib/adapters/db/generated/client";
import { createGuardedFetch } from "#lib/adapters/http-calls/guarded-fetch";
import {
  createWebhookHttpClient,
  webhookHttpClient,
} from "#lib/adapters/http-calls/webhook-http-client";
import type { OidcClient } from "#lib/adapters/oidc/oidc";
import { hostAndPort } from "#lib/core/public-host";
import { decryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { singleton } from "#lib/core/singleton";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";

/** The callback path of every provider, the installation's or a workspace's. */
export const CALLBACK_PATH = "/sign-in/provider/callback";

/** A provider to sign in with. `workspaceId`: null for the installation's own. */
export type Provider = {
  workspaceId: string | null;
  name: string;
  client: OidcClient;
};

/**
 * Fetches from the operator's own provider, which may be in a private network: only its host is
 * allowed there.
 */
function operatorsFetch(issuer: string) {
  return singleton(`oidc-fetch ${issuer}`, () => {
    const allowedHosts = new Set([hostAndPort(new URL(issuer))]);
    const { outboundConnectTo: connectTo } = settings();
    return createGuardedFetch(createWebhookHttpClient({ connectTo, allowedHosts }));
  });
}

/** Returns the installation's provider from the settings, or null. */
export function findInstallationProvider(): Provider | null {
  const { oidc, baseUrl } = settings();
  if (!oidc) return null;
  const { name, issuer, clientId, clientSecret } = oidc;
  const redirectUri = baseUrl + CALLBACK_PATH;
  const fetch = operatorsFetch(issuer);
  return {
    workspaceId: null,
    name,
    client: { issuer, clientId, clientSecret, redirectUri, fetch },
  };
}

export const callbackOf = (workspaceId: string) =>
  `${settings().baseUrl}${CALLBACK_PATH}/${workspaceId}`;

export function toProvider(row: SignInProvider): Provider {
  const { workspaceId, name, issuer, clientId, sealedSecret } = row;
  const where = { workspaceId, id: workspaceId };
  const clientSecret = decryptSecret("sign_in_provider", where, sealedSecret);
  const fetch = createGuardedFetch(webhookHttpClient());
  const redirectUri = callbackOf(workspaceId);
  return { workspaceId, name, client: { issuer, clientId, clientSecret, redirectUri, fetch } };
}

/**
 * Returns a workspace's provider, or, for null, the installation's. Null if there is none, or if only the
 * installation's may be used.
 */
export async function findProvider(workspaceId: string | null): Promise<Provider | null> {
  if (workspaceId === null) return findInstallationProvider();
  if (isProviderRequired()) return null;
  const row = await db().signInProvider.findUnique({ where: { workspaceId } });
  return row && toProvider(row);
}

/** Returns what the public page of a workspace's sign-in URL shows, or null for an unknown code. */
export async function findByCode(
  code: string,
): Promise<{ workspaceId: string; name: string } | null> {
  return db().signInProvider.findUnique({
    where: { code },
    select: { workspaceId: true, name: true },
  });
}

/**
 * Returns the code in a workspace's sign-in URL, by which {@link findByCode} finds the workspace;
 * null if it has none.
 */
export async function findCode(workspaceId: string): Promise<string | null> {
  const row = await db().signInProvider.findUnique({
    where: { workspaceId },
    select: { code: true },
  });
  return row?.code ?? null;
}

/** Returns whether people can sign in with a workspace's own provider, so that the sign-in page links to it. */
export async function hasWorkspaceProviders(): Promise<boolean> {
  if (isProviderRequired()) return false;
  return (await db().signInProvider.findFirst({ select: { workspaceId: true } })) !== null;
}
