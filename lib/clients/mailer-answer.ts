import { z } from "zod";

/** What is known after one call to the mail provider. */
export type MailerAnswer =
  /** The provider has taken the mail. */
  | { kind: "accepted" }
  /** It will never take this mail. `isAboutKey`: it looked at the key, so no earlier call got through. */
  | { kind: "refused"; error: string; isAboutKey: boolean }
  /** It has seen this key with other bytes: another call with it is pointless, one may have arrived. */
  | { kind: "key_spent"; error: string }
  /** Not now: too many calls. Nothing was sent. `waitSeconds`: as told, null when not told. */
  | { kind: "throttled"; error: string; waitSeconds: number | null }
  /** No connection came about: nothing was sent. */
  | { kind: "unreachable"; error: string }
  /** It may have arrived, or not. */
  | { kind: "ambiguous"; error: string };

const ProviderError = z.object({ name: z.string().catch(""), message: z.string().catch("") });
export type ProviderError = z.output<typeof ProviderError>;

/** The JSON object of an answer, or null when the text is none. */
export function parseProviderError(text: string): ProviderError | null {
  try {
    return ProviderError.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Sorts an answer by what it says of the mail (CONTRACT section 3; resend.com/docs/api-reference/errors
 * and /docs/dashboard/emails/idempotency-keys). A 2xx without a JSON object is not the provider's.
 *
 * @param body - the answer's JSON object, null when there was none
 */
export function readAnswer(
  status: number,
  headers: Headers,
  body: ProviderError | null,
): MailerAnswer {
  const error = toSentence(status, body);
  if (status >= 200 && status < 300)
    return body
      ? { kind: "accepted" }
      : {
          kind: "ambiguous",
          error: `The mail provider answered ${status} without its usual body.`,
        };
  if (status === 429)
    return { kind: "throttled", error, waitSeconds: readRetryAfter(headers.get("retry-after")) };
  if (status === 409 && body?.name === "invalid_idempotent_request")
    return { kind: "key_spent", error };
  // 408: it had not read the whole call; 409: a call with this key is still under way.
  if (status === 408 || status === 409) return { kind: "ambiguous", error };
  if (status >= 400 && status < 500)
    return { kind: "refused", error, isAboutKey: status !== 401 && status !== 403 };
  return { kind: "ambiguous", error };
}

/** What an owner may read: the status and its name; the provider's words only where they are about the mail. */
function toSentence(status: number, body: ProviderError | null): string {
  const name = body?.name ? ` (${body.name})` : "";
  const words = (status === 400 || status === 422) && body?.message ? `: ${body.message}` : ".";
  return oneLine(`The mail provider answered ${status}${name}${words}`);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, 300);
}

/** Seconds from a `Retry-After` of either form (RFC 9110 section 10.2.3); null when there is none. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}

/** Calls of the system that come before the first byte of a request. */
const BEFORE_SENDING = new Set(["connect", "getaddrinfo"]);
/** Failures of the handshake: no request leaves on such a connection. */
const NO_CONNECTION =
  /^(UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** What a thrown failure of `fetch` says: never left, or may have arrived. */
export function explainFailure(failure: unknown): MailerAnswer {
  const cause = failure instanceof Error && failure.cause ? failure.cause : failure;
  const code = codeOf(cause);
  if (isBeforeSending(cause))
    return { kind: "unreachable", error: `The mail provider could not be reached${code}.` };
  if (failure instanceof Error && failure.name === "TimeoutError")
    return { kind: "ambiguous", error: "The mail provider did not answer in time." };
  return { kind: "ambiguous", error: `The connection to the mail provider broke${code}.` };
}

function isBeforeSending(cause: unknown): boolean {
  if (cause instanceof AggregateError && cause.errors.length > 0)
    return cause.errors.every(isBeforeSending);
  if (!(cause instanceof Error)) return false;
  if ("syscall" in cause && BEFORE_SENDING.has(String(cause.syscall))) return true;
  return "code" in cause && NO_CONNECTION.test(String(cause.code));
}

function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  return cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
}
