import { z } from "zod";
import { readRetryAfter } from "#lib/clients/response";

/** What is known after one call to the email provider. */
export type ProviderResult =
  | { kind: "accepted" }
  /** Rejected permanently. `isAboutKey`: it looked at the key, so no earlier call got through. */
  | { kind: "rejected"; error: string; isAboutKey: boolean }
  /** It has seen this key with other bytes: another call is pointless, and one may have arrived. */
  | { kind: "key_spent"; error: string }
  /** Too many calls. Nothing was sent. `waitMs`: null when it doesn't say how long to wait. */
  | { kind: "throttled"; error: string; waitMs: number | null }
  /** There was no connection: nothing was sent. */
  | { kind: "unreachable"; error: string }
  /** It may have arrived, or not. */
  | { kind: "ambiguous"; error: string };

/** What the SDK makes of a response's JSON. The name of what it couldn't read says nothing. */
const ProviderBody = z.object({ name: z.string().catch(""), message: z.string().catch("") });
type ProviderBody = z.output<typeof ProviderBody>;
const UNREADABLE = "application_error";

function parseProviderBody(given: unknown): ProviderBody | null {
  const { data = null } = ProviderBody.safeParse(given);
  return data?.name === UNREADABLE ? null : data;
}

/**
 * Reads a response by what it says about the email (resend.com/docs/api-reference/errors and
 * /docs/dashboard/emails/idempotency-keys). A 2xx without a JSON object isn't from the provider.
 *
 * @param retryAfter - the header, null when there was none
 * @param given - the `data` or `error` of the SDK
 */
export function readResult(
  status: number,
  retryAfter: string | null,
  given: unknown,
): ProviderResult {
  const body = parseProviderBody(given);
  const error = toSentence(status, body);
  if (status >= 200 && status < 300)
    return body
      ? { kind: "accepted" }
      : {
          kind: "ambiguous",
          error: `The email provider responded with ${status} but without its usual body.`,
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

/** What the SDK hides about a call. `progress`: whether any byte of the request may have been sent. */
export type CallTrace = {
  progress: "unknown" | "connecting" | "sending";
  /** null when no complete response headers arrived. */
  status: number | null;
  failure: unknown;
};

/** The result of a call without a response: it was never sent, or may have arrived. */
export function explainFailure(call: CallTrace, isOutOfTime: boolean): ProviderResult {
  const code = codeOf(call.failure);
  if (call.progress === "connecting")
    return { kind: "unreachable", error: `Couldn't reach the email provider${code}.` };
  if (isOutOfTime)
    return { kind: "ambiguous", error: "The email provider didn't respond in time." };
  return { kind: "ambiguous", error: `Lost the connection to the email provider${code}.` };
}

function codeOf(failure: unknown): string {
  if (failure instanceof AggregateError && failure.errors.length > 0)
    return codeOf(failure.errors[0]);
  return failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
}
