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

/** Where an installation's provider, or a workspace's, sends people back. */
export const CALLBACK_PATH = "/sign-in/provider/callback";

/** A provider to sign in with. `workspaceId`: null for the installation's own. */
export type Provider = {
  workspaceId: string | null;
  name: string;
  client: OidcClient;
};

/** The operator's own provider may be in a private network: exactly its host is opened. */
function operatorsFetch(issuer: string) {
  return singleton(`oidc-fetch ${issuer}`, () => {
    const allowedHosts = new Set([hostAndPort(new URL(issuer))]);
    const { outboundConnectTo: connectTo } = settings();
    return createGuardedFetch(createWebhookHttpClient({ connectTo, allowedHosts }));
  });
}

/** The installation's provider, by its settings; null for none. */
export function findInstallationProvider(): Provider | null {
  const { oidc, baseUrl } = settings();
  if (!oidc) return null;
  const { name, ...client } = oidc;
  const redirectUri = baseUrl + CALLBACK_PATH;
  const fetch = operatorsFetch(oidc.issuer);
  return { workspaceId: null, name, client: { ...client, redirectUri, fetch } };
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

/** The provider of a workspace, or the installation's for null; null for none. */
export async function findProvider(workspaceId: string | null): Promise<Provider | null> {
  if (workspaceId === null) return findInstallationProvider();
  const row = await db().signInProvider.findUnique({ where: { workspaceId } });
  return row && toProvider(row);
}

/** What strangers read under a workspace's sign-in address; null if there's nothing. */
export async function findByCode(
  code: string,
): Promise<{ workspaceId: string; name: string } | null> {
  return db().signInProvider.findUnique({
    where: { code },
    select: { workspaceId: true, name: true },
  });
}

/** The sign-in address of a workspace, by which {@link findByCode} finds it; null if it has none. */
export async function findCode(workspaceId: string): Promise<string | null> {
  const row = await db().signInProvider.findUnique({
    where: { workspaceId },
    select: { code: true },
  });
  return row?.code ?? null;
}

/** Returns whether any workspace has a provider of its own, so that the sign-in page leads to it. */
export async function haveWorkspacesProviders(): Promise<boolean> {
  return (await db().signInProvider.findFirst({ select: { workspaceId: true } })) !== null;
}
