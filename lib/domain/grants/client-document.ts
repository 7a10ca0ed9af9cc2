import {
  type WebhookHttpClient,
  webhookHttpClient,
} from "#lib/adapters/http-calls/webhook-http-client";
import { consume } from "#lib/adapters/limiter/limiter";
import type { Caller } from "#lib/core/context";
import { singleton } from "#lib/core/singleton";
import { ClientMetadata } from "#lib/domain/grants/client-metadata";
import { OAuthFailure } from "#lib/domain/grants/oauth-failure";

const MAX_ID_CHARACTERS = 500;
const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 200;
const DEADLINE_MS = 5_000;
/** The maximum number of documents fetched for one network in a minute. */
const FETCHES_PER_MINUTE = 20;

type Kept = { metadata: ClientMetadata; until: number };

/**
 * Returns whether an ID is the URL of a client ID metadata document: https with a path, in normal form.
 */
export function isDocumentId(id: string): boolean {
  const url = id.length <= MAX_ID_CHARACTERS ? URL.parse(id) : null;
  return (
    url?.protocol === "https:" &&
    url.pathname !== "/" &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    url.href === id
  );
}

function unusable(reason: string): OAuthFailure {
  return new OAuthFailure("invalid_client", `The app’s metadata document can’t be used: ${reason}`);
}

/** @throws {OAuthFailure} invalid_client */
function parseDocument(id: string, text: string): ClientMetadata {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw Object.assign(unusable("it isn’t JSON."), { cause });
  }
  const named = typeof json === "object" && json !== null && "client_id" in json && json.client_id;
  if (named !== id) throw unusable("its client_id isn’t its own address.");
  const { success, data, error } = ClientMetadata.safeParse(json);
  if (success) return data;
  const [first] = error.issues;
  throw unusable(`${first?.path.join(".")} ${first?.message}.`);
}

/**
 * Reads the metadata document of a client at its ID, with the calls of webhooks: only public addresses, no redirects, at
 * most 16 KiB. It's kept for five minutes.
 *
 * @throws {OAuthFailure} invalid_client
 */
export async function readClientDocument(
  id: string,
  caller: Caller,
  client: WebhookHttpClient = webhookHttpClient(),
): Promise<ClientMetadata> {
  const kept = singleton("client-documents", () => new Map<string, Kept>());
  const now = caller.now.getTime();
  const known = kept.get(id);
  if (known && known.until > now) return known.metadata;
  const bucket = { name: "client-documents", key: caller.network, windowSeconds: 60 };
  const { isAllowed, resetSeconds } = await consume({ ...bucket, limit: FETCHES_PER_MINUTE });
  if (!isAllowed)
    throw new OAuthFailure("too_many_requests", "Too many apps were looked up. Try again soon.", {
      status: 429,
      retryAfterSeconds: resetSeconds,
    });
  const request = { url: id, headers: { accept: "application/json" }, body: null };
  const deadline = () => AbortSignal.timeout(DEADLINE_MS);
  const { outcome, body, isTruncated, error } = await client.call(request, {
    deadline,
  });
  if (outcome !== "succeeded" || body === null) throw unusable(error ?? "it couldn’t be read.");
  if (isTruncated) throw unusable("it’s larger than 16 KiB.");
  const metadata = parseDocument(id, body);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(id, { metadata, until: now + KEPT_MS });
  return metadata;
}
