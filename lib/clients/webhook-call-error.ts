import { errors } from "undici";

/** How a call ended, as attempts record it. */
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

/** The error code that Node or undici put on a failure, or empty. */
export function codeOf(failure: unknown): string {
  if (!(failure instanceof Error) || !("code" in failure)) return "";
  return typeof failure.code === "string" ? failure.code : "";
}

const TLS_SENTENCES: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "The endpoint's certificate doesn't match its hostname.",
  CERT_HAS_EXPIRED: "The endpoint's certificate has expired.",
  CERT_NOT_YET_VALID: "The endpoint's certificate isn't valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The endpoint's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "The endpoint's certificate was issued by an authority that isn't publicly trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The endpoint's certificate chain is incomplete, or its authority isn't publicly trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The endpoint's certificate chain is incomplete, or its authority isn't publicly trusted.",
  CERT_REVOKED: "The endpoint's certificate has been revoked.",
  ECONNRESET: "The endpoint closed the connection during the TLS handshake.",
};

/** A failed handshake or a rejected certificate. */
export function tlsFailure(cause: unknown): WebhookCallError {
  const sentence = TLS_SENTENCES[codeOf(cause)] ?? "The TLS handshake with the endpoint failed.";
  return new WebhookCallError("tls_failed", sentence, cause);
}

const CONNECT_SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The endpoint refused the connection on port 443.",
  ENETUNREACH: "The endpoint's network is unreachable.",
  EHOSTUNREACH: "The endpoint's host is unreachable.",
  ECONNRESET: "The endpoint reset the connection.",
  ETIMEDOUT: "The endpoint didn't accept the connection in time.",
};

/** A connection that failed on every address. */
export function connectFailure(cause: unknown): WebhookCallError {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  const sentence = CONNECT_SENTENCES[codeOf(first)] ?? "Couldn't connect to the endpoint.";
  return new WebhookCallError("connection_failed", sentence, cause);
}

/** An exchange that ended before the response headers were complete. */
export function exchangeFailure(cause: unknown): unknown {
  const code = codeOf(cause);
  // A request that can't be sent is our own mistake.
  if (code === "UND_ERR_INVALID_ARG") return cause;
  if (code === "UND_ERR_HEADERS_OVERFLOW")
    return new WebhookCallError(
      "http_error",
      "The endpoint's response headers are too large.",
      cause,
    );
  if (cause instanceof errors.HTTPParserError)
    return new WebhookCallError("http_error", "The endpoint's response isn't valid HTTP.", cause);
  return new WebhookCallError(
    "connection_failed",
    "The endpoint closed the connection before responding.",
    cause,
  );
}
