import { type Dispatcher, errors } from "undici";

/** The outcome of a call, as attempts record it. */
export type CallOutcome =
  | "succeeded"
  | "http_error"
  | "redirect_refused"
  | "timeout"
  | "connection_failed"
  | "tls_failed"
  | "dns_failed"
  | "address_blocked";

/**
 * A call that ended without a status from the endpoint. The message is for the owner, and fixed, so
 * that it can't reveal an address of an internal network.
 */
export class WebhookCallError extends Error {
  override name = "WebhookCallError";
  readonly outcome: Exclude<CallOutcome, "succeeded" | "redirect_refused">;

  constructor(outcome: WebhookCallError["outcome"], sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.outcome = outcome;
  }
}

/** Returns the error code that Node or undici set on a failure, or an empty text. */
export function errorCodeOf(failure: unknown): string {
  if (!(failure instanceof Error) || !("code" in failure)) return "";
  return typeof failure.code === "string" ? failure.code : "";
}

const CONNECT_SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The endpoint refused the connection.",
  ENETUNREACH: "The endpoint's network is unreachable.",
  EHOSTUNREACH: "The endpoint's host is unreachable.",
  ECONNRESET: "The endpoint reset the connection.",
  ETIMEDOUT: "The endpoint didn't accept the connection in time.",
};

const UNTRUSTED =
  "The endpoint's certificate chain is incomplete, or its authority isn't publicly trusted.";
const TLS_SENTENCES: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "The endpoint's certificate doesn't match its hostname.",
  CERT_HAS_EXPIRED: "The endpoint's certificate has expired.",
  CERT_NOT_YET_VALID: "The endpoint's certificate isn't valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The endpoint's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "The endpoint's certificate was issued by an authority that isn't publicly trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_REVOKED: "The endpoint's certificate has been revoked.",
  ECONNRESET: "The endpoint closed the connection during the TLS handshake.",
};

/** A TLS socket that failed before it was secure: no address, no connection, or a failed handshake. */
export function toConnectError(failure: unknown): WebhookCallError {
  if (failure instanceof WebhookCallError) return failure;
  const first = failure instanceof AggregateError ? failure.errors[0] : failure;
  const isConnected = !(
    first instanceof Error &&
    "syscall" in first &&
    first.syscall === "connect"
  );
  if (isConnected) {
    const sentence =
      TLS_SENTENCES[errorCodeOf(first)] ?? "The TLS handshake with the endpoint failed.";
    return new WebhookCallError("tls_failed", sentence, failure);
  }
  const sentence = CONNECT_SENTENCES[errorCodeOf(first)] ?? "Couldn't connect to the endpoint.";
  return new WebhookCallError("connection_failed", sentence, failure);
}

/** A request that ended before the response headers were complete. */
export function toCallError(failure: unknown): unknown {
  const code = errorCodeOf(failure);
  // A request that can't be sent is our own mistake.
  if (failure instanceof WebhookCallError || code === "UND_ERR_INVALID_ARG") return failure;
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    const sentence = "The endpoint's response headers are too large.";
    return new WebhookCallError("http_error", sentence, failure);
  }
  if (failure instanceof errors.HTTPParserError) {
    const sentence = "The endpoint's response isn't valid HTTP.";
    return new WebhookCallError("http_error", sentence, failure);
  }
  const sentence = "The endpoint closed the connection before responding.";
  return new WebhookCallError("connection_failed", sentence, failure);
}

/** The maximum number of bytes of a response body that are read. */
const MAX_BODY_BYTES = 16_384;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Returns the result of a call with complete headers, even if the body is too long or breaks off.
 */
export async function readWebhookResponse<Opaque>(given: Dispatcher.ResponseData<Opaque>) {
  const { statusCode: status, headers } = given;
  const { text: body, isTruncated } = await readStart(given.body);
  const { "retry-after": retryAfter, location } = headers;
  return judge({
    status,
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    location: typeof location === "string" ? location : null,
    body,
    isTruncated,
  });
}

/** Returns the result of a call with a status only: its headers are broken, too large, or never end. */
export function unreadResponse(status: number) {
  return judge({ status, retryAfter: null, location: null, body: null, isTruncated: true });
}

type ReadResponse = {
  status: number;
  retryAfter: string | null;
  location: string | null;
  body: string | null;
  isTruncated: boolean;
};

function judge(response: ReadResponse) {
  const { status } = response;
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
