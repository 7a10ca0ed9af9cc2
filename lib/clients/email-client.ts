import { Resend, type Response as SdkResponse } from "resend";
import { z } from "zod";
import { readResponse, readRetryAfter } from "#lib/clients/response";
import { type Settings, settings } from "#lib/core/settings";
import { traceHeaders } from "#lib/core/tracing";

/** One email to one address, ready to be sent or captured. */
export const Email = z.strictObject({
  from: z.string(),
  to: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
});
export type Email = z.output<typeof Email>;

/** The result of one call to the email provider. */
export type EmailOutcome =
  | { kind: "accepted" }
  /** Rejected permanently. `isAboutKey`: it looked at the key, so no earlier call got through. */
  | { kind: "rejected"; error: string; isAboutKey: boolean }
  /** The provider has seen this key with other bytes: another call is pointless, and one may have arrived. */
  | { kind: "key_spent"; error: string }
  /** Too many calls. Nothing was sent. `waitMs`: null when it doesn't give a wait. */
  | { kind: "throttled"; error: string; waitMs: number | null }
  /** There was no connection: nothing was sent. */
  | { kind: "unreachable"; error: string }
  /** The email may have arrived, or not. */
  | { kind: "ambiguous"; error: string };

const ProviderBody = z.object({ name: z.string().catch(""), message: z.string().catch("") });
type ProviderBody = z.output<typeof ProviderBody>;

function parseProviderBody(text: string): ProviderBody | null {
  try {
    return ProviderBody.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Interprets a response about the email (resend.com/docs/api-reference/errors and
 * /docs/dashboard/emails/idempotency-keys). A 2xx without a JSON object isn't from the provider.
 *
 * @param retryAfter - the header, null when there was none
 */
export function readOutcome(status: number, retryAfter: string | null, text: string): EmailOutcome {
  const body = parseProviderBody(text);
  const error = toSentence(status, body);
  if (status >= 200 && status < 300)
    return body
      ? { kind: "accepted" }
      : {
          kind: "ambiguous",
          error: `The email provider's response (${status}) was incomplete, so we can't confirm that the email was sent.`,
        };
  if (status === 429)
    return { kind: "throttled", error, waitMs: readRetryAfter(retryAfter, new Date()) };
  if (status === 409 && body?.name === "invalid_idempotent_request")
    return { kind: "key_spent", error };
  // 408: it hadn't read the whole request; 409: a call with this key is still in progress.
  if (status === 408 || status === 409) return { kind: "ambiguous", error };
  if (status >= 400 && status < 500)
    return { kind: "rejected", error, isAboutKey: status !== 401 && status !== 403 };
  return { kind: "ambiguous", error };
}

/** The status and its name for owners; the provider's own words only when they are about the email. */
function toSentence(status: number, body: ProviderBody | null): string {
  const name = body?.name ? ` (${body.name})` : "";
  const words = (status === 400 || status === 422) && body?.message ? `: ${body.message}` : ".";
  const sentence = `The email provider responded with ${status}${name}${words}`;
  return sentence.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, 300);
}

/** A handshake that failed, in OpenSSL's and Node's words. */
const TLS_CODE = /^(ERR_(SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Reads why `fetch` failed. Without a connection nothing was sent; any later, it may have arrived. */
export function explainFailure(failure: unknown): EmailOutcome {
  if (failure instanceof DOMException && failure.name === "TimeoutError")
    return { kind: "ambiguous", error: "The email provider didn't respond in time." };
  const given = failure instanceof Error ? failure.cause : undefined;
  const cause: unknown = given instanceof AggregateError ? given.errors[0] : given;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const syscall = cause instanceof Error && "syscall" in cause ? cause.syscall : null;
  const wasUnsent =
    syscall === "connect" ||
    syscall === "getaddrinfo" ||
    code === "UND_ERR_CONNECT_TIMEOUT" ||
    TLS_CODE.test(code);
  const inBrackets = code ? ` (${code})` : "";
  return wasUnsent
    ? { kind: "unreachable", error: `Couldn't reach the email provider${inBrackets}.` }
    : { kind: "ambiguous", error: `Lost the connection to the email provider${inBrackets}.` };
}

/**
 * Resend's SDK for a single call, with a transport that keeps details the SDK's own one hides: the
 * status, and why there is none.
 */
class ResendCall extends Resend {
  outcome: EmailOutcome | null = null;
  private readonly url: string;

  constructor(key: string, url: string) {
    super(key);
    this.url = url.replace(/\/+$/, "");
  }

  override async fetchRequest<T>(path: string, options: RequestInit = {}): Promise<SdkResponse<T>> {
    try {
      // A redirect that is followed would send the email to someone else.
      const response = await fetch(this.url + path, { ...options, redirect: "manual" });
      const text = await readResponse(response).catch(() => "");
      this.outcome = readOutcome(response.status, response.headers.get("retry-after"), text);
    } catch (failure) {
      this.outcome = explainFailure(failure);
    }
    const error = { name: "application_error", message: "see outcome", statusCode: null } as const;
    return { data: null, error, headers: null };
  }
}

const RESEND_URL = "https://api.resend.com";
/** The time limit of one call to the provider, response included. */
export const CALL_DEADLINE_MS = 10_000;

/**
 * Sends one email through Resend's SDK. The same email with the same key is one email, however often
 * the call is made within 24 hours: its request has the same bytes. Never throws for a failed call.
 */
export async function sendEmail(
  { replyTo, ...email }: Email,
  { idempotencyKey, signal }: { idempotencyKey: string; signal: AbortSignal },
  provider: Pick<Settings["email"], "resendApiKey" | "resendBaseUrl"> = settings().email,
): Promise<EmailOutcome> {
  if (!provider.resendApiKey) throw new Error("RESEND_API_KEY isn't set");
  const resend = new ResendCall(provider.resendApiKey, provider.resendBaseUrl ?? RESEND_URL);
  const replying = replyTo === null ? {} : { replyTo };
  const options = { idempotencyKey, signal, headers: traceHeaders() };
  await resend.emails.send({ ...email, ...replying }, options);
  if (!resend.outcome) throw new Error("the SDK made no call");
  return resend.outcome;
}
