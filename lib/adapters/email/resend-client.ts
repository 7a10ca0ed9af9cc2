import { Resend, type Response as SdkResponse } from "resend";
import { z } from "zod";
import {
  type Email,
  type EmailCall,
  type EmailOutcome,
  readMailbox,
  toOneLine,
} from "#lib/adapters/email/email";
import { readResponse, readRetryAfter } from "#lib/core/service-response";
import { traceHeaders } from "#lib/core/telemetry/tracing";

const ProviderBody = z.object({
  id: z.string().max(100).nullable().catch(null),
  name: z.string().catch(""),
  message: z.string().catch(""),
});
type ProviderBody = z.output<typeof ProviderBody>;

function parseProviderBody(text: string): ProviderBody | null {
  try {
    return ProviderBody.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Reads the email's outcome from a response (resend.com/docs/api-reference/errors and
 * /docs/dashboard/emails/idempotency-keys). A 2xx without a JSON object isn't from the provider.
 *
 * @param retryAfter - the header, null when there was none
 */
export function readResendOutcome(
  status: number,
  retryAfter: string | null,
  text: string,
): EmailOutcome {
  const body = parseProviderBody(text);
  const error = toSentence(status, body);
  if (status >= 200 && status < 300)
    return body
      ? { kind: "accepted", emailId: body.id }
      : {
          kind: "unknown",
          error: `The email provider's response (${status}) was incomplete, so we can't confirm that the email was sent.`,
          canRepeat: true,
        };
  if (status === 429)
    return { kind: "throttled", error, waitMs: readRetryAfter(retryAfter, new Date()) };
  // The API key or the sender's domain was rejected.
  if (status === 401 || status === 403) return { kind: "refused", error };
  // Resend already received this key with a different body. Retrying can't help, and the first email may have arrived.
  if (status === 409 && body?.name === "invalid_idempotent_request")
    return { kind: "unknown", error, canRepeat: false };
  // 408: it hadn't read the whole request; 409: a call with this key is still in progress.
  if (status >= 400 && status < 500 && status !== 408 && status !== 409)
    return { kind: "rejected", error, isFirst: true };
  return { kind: "unknown", error, canRepeat: true };
}

/**
 * Returns the status and its name for owners; the provider's own message only if it's about the email.
 */
function toSentence(status: number, body: ProviderBody | null): string {
  const name = body?.name ? ` (${body.name})` : "";
  const words = (status === 400 || status === 422) && body?.message ? `: ${body.message}` : ".";
  return toOneLine(`The email provider responded with ${status}${name}${words}`);
}

/** A handshake that failed, in OpenSSL's and Node's words. */
const TLS_CODE = /^(ERR_(SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Reads why `fetch` failed. Without a connection nothing was sent; any later, it may have arrived. */
function explainFailure(failure: unknown): EmailOutcome {
  const mayHaveArrived = { kind: "unknown", canRepeat: true } as const;
  if (failure instanceof DOMException && failure.name === "TimeoutError")
    return { ...mayHaveArrived, error: "The email provider didn't respond in time." };
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
    ? { kind: "failed", error: `Couldn't reach the email provider${inBrackets}.`, waitMs: null }
    : { ...mayHaveArrived, error: `Lost the connection to the email provider${inBrackets}.` };
}

/**
 * Resend's SDK for a single call, with a transport that keeps what the SDK's own one hides: the
 * status, and the reason if there is none.
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
      // Following a redirect would send the email to someone else.
      const response = await fetch(this.url + path, { ...options, redirect: "manual" });
      const text = await readResponse(response).catch(() => "");
      this.outcome = readResendOutcome(response.status, response.headers.get("retry-after"), text);
    } catch (failure) {
      this.outcome = explainFailure(failure);
    }
    const error = { name: "application_error", message: "see outcome", statusCode: null } as const;
    return { data: null, error, headers: null };
  }
}

function toHeader(mailbox: string): string {
  const { name, address } = readMailbox(mailbox);
  return name === "" ? address : `"${name}" <${address}>`;
}

/**
 * Sends one email through Resend's SDK. The same email with the same key is sent only once, however
 * often this is called within 24 hours, because its request has the same bytes. Never throws for a
 * failed call.
 */
export async function sendByResend(
  { to, replyTo, files: _, ...email }: Email,
  { idempotencyKey, signal, attachments = [] }: EmailCall,
  apiKey: string,
  url: string,
): Promise<EmailOutcome> {
  const resend = new ResendCall(apiKey, url);
  const replying = replyTo === null ? {} : { replyTo: toHeader(replyTo) };
  const options = { idempotencyKey, signal, headers: traceHeaders() };
  const attached = attachments.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content: content.toString("base64"),
  }));
  const attaching = attached.length === 0 ? {} : { attachments: attached };
  await resend.emails.send({ ...email, to: toHeader(to), ...replying, ...attaching }, options);
  if (!resend.outcome) throw new Error("the SDK made no call");
  return resend.outcome;
}
