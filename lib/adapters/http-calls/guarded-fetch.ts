import type { WebhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { WebhookCallError } from "#lib/adapters/http-calls/webhook-outcome";

type FetchOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
};

/** The maximum time and size of a response. The rest isn't read. */
const DEADLINE_MS = 10_000;
const MAX_BYTES = 262_144;

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new WebhookCallError("http_error", "The endpoint's response is larger than 256 KiB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Creates a `fetch` for libraries that call untrusted URLs. It connects like webhooks do, only to public
 * addresses and the hosts that the client opens, follows no redirects, and limits time and size.
 */
export function createGuardedFetch(
  { target, agent }: WebhookHttpClient,
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
) {
  return async (url: string, options: FetchOptions): Promise<Response> => {
    const { origin, path } = target(url);
    const { method = "GET", headers = {}, body } = options;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
    try {
      const response = await agent.request({
        origin,
        path,
        method: method as "GET",
        headers: { ...headers, "accept-encoding": "identity" },
        body: body === undefined || body === null ? null : String(body),
        signal,
        opaque: { status: null },
      });
      const { statusCode: status } = response;
      const type = response.headers["content-type"];
      const text = await readAll(response.body);
      const hasNoBody = [204, 205, 304].includes(status);
      return new Response(hasNoBody ? null : text, {
        status,
        headers: typeof type === "string" ? { "content-type": type } : {},
      });
    } catch (failure) {
      if (!signal.aborted) throw failure;
      throw new WebhookCallError("timeout", "The endpoint didn't respond within 10 seconds.");
    }
  };
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;
