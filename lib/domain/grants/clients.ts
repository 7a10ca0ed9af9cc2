import { db } from "#lib/adapters/db/database";
import type { Caller } from "#lib/core/context";
import { DAY_MS, HOUR_SECONDS } from "#lib/core/durations";
import { isId, newId } from "#lib/core/ids";
import { hashVisitorAddress } from "#lib/core/secrets";
import { isDocumentId, readClientDocument } from "#lib/domain/grants/client-document";
import type { ClientMetadata } from "#lib/domain/grants/client-metadata";
import { describeRedirect } from "#lib/domain/grants/redirect-uri";
import { spendQuota } from "#lib/domain/usage/quota";

/** How long a registration is kept that no one connects. */
const UNUSED_MS = DAY_MS;
/** The maximum number of registrations per network and hour, and in total per day. */
const PER_NETWORK = 20;
const PER_DAY = 2_000;

export type Client = { id: string; name: string; redirectUris: readonly string[] };

function nameOf({ client_name: name, redirect_uris: [first = ""] }: ClientMetadata): string {
  return name ?? describeRedirect(first);
}

/**
 * Registers a client. It's public, without a secret: PKCE and its redirect URIs protect it.
 *
 * @throws {AppError} rate_limited
 */
export async function registerClient(metadata: ClientMetadata, caller: Caller): Promise<Client> {
  const network = `oauth-client:${hashVisitorAddress(caller.network)}`;
  await spendQuota(
    [
      { bucket: network, max: PER_NETWORK, windowSeconds: HOUR_SECONDS },
      { bucket: "oauth-clients", max: PER_DAY, windowSeconds: 24 * HOUR_SECONDS },
    ],
    caller.now,
    "Too many clients were registered. Try again later.",
  );
  const { now } = caller;
  const client = { id: newId(), name: nameOf(metadata), redirectUris: metadata.redirect_uris };
  const expiresAt = new Date(now.getTime() + UNUSED_MS);
  await db().oAuthClient.create({ data: { ...client, createdAt: now, expiresAt } });
  return client;
}

/**
 * Finds the client of a request: a registered one, or one with a metadata document at its ID. Null if there's none.
 *
 * @throws {OAuthFailure} invalid_client if its document can't be used
 */
export async function findClient(id: string, caller: Caller): Promise<Client | null> {
  if (isDocumentId(id)) {
    const metadata = await readClientDocument(id, caller);
    return { id, name: nameOf(metadata), redirectUris: metadata.redirect_uris };
  }
  if (!isId(id)) return null;
  return db().oAuthClient.findUnique({
    where: { id, expiresAt: { gt: caller.now } },
    select: { id: true, name: true, redirectUris: true },
  });
}
