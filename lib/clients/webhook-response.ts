import type { Dispatcher } from "undici";

/** Bytes of a response body that are read. */
const MAX_BODY_BYTES = 16_384;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The result of a call with complete headers, even if the body is too long or breaks off. */
export async function readWebhookResponse(given: Dispatcher.ResponseData) {
  const { statusCode: status, headers } = given;
  const { text: body, isTruncated } = await readStart(given.body);
  const { "retry-after": retryAfter, location } = headers;
  const response = {
    status,
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    location: typeof location === "string" ? location : null,
    body,
    isTruncated,
  };
  if (status < 300) return { outcome: "succeeded", error: null, ...response } as const;
  if (REDIRECTS.has(status)) {
    const error = `The endpoint responded with a redirect (${status}). Redirects aren't followed.`;
    return { outcome: "redirect_refused", error, ...response } as const;
  }
  const error = `The endpoint responded with ${status}.`;
  return { outcome: "http_error", error, ...response } as const;
}

/** Leaving the loop early closes the connection. */
async function readStart(body: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = [];
  let room = MAX_BODY_BYTES;
  let isTruncated = false;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, room));
      isTruncated = chunk.length > room;
      if (isTruncated) break;
      room -= chunk.length;
    }
  } catch {
    isTruncated = true;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: isTruncated });
  return { text: text.replaceAll("\0", "\uFFFD"), isTruncated };
}
