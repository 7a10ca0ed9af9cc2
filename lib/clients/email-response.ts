import { z } from "zod";
import type { CallTrace } from "#lib/clients/email-client";

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

/** What the SDK makes of an answer's JSON. The name of what it could not read says nothing. */
const ProviderBody = z.object({ name: z.string().catch(""), message: z.string().catch("") });
type ProviderBody = z.output<typeof ProviderBody>;
const UNREADABLE = "application_error";

function parseProviderBody(given: unknown): ProviderBody | null {
  const { data = null } = ProviderBody.safeParse(given);
  return data?.name === UNREADABLE ? null : data;
}

/**
 * Sorts an answer by what it says of the mail (CONTRACT section 3; resend.com/docs/api-reference/errors
 * and /docs/dashboard/emails/idempotency-keys). A 2xx without a JSON object is not the provider's.
 *
 * @param retryAfter - the header of that name, null when there was none
 * @param given - the `data` or `error` of the SDK
 */
export function readAnswer(
  status: number,
  retryAfter: string | null,
  given: unknown,
): MailerAnswer {
  const body = parseProviderBody(given);
  const error = toSentence(status, body);
  if (status >= 200 && status < 300)
    return body
      ? { kind: "accepted" }
      : {
          kind: "ambiguous",
          error: `The email provider responded with ${status} and an unexpected body.`,
        };
  if (status === 429) return { kind: "throttled", error, waitSeconds: readRetryAfter(retryAfter) };
  if (status === 409 && body?.name === "invalid_idempotent_request")
    return { kind: "key_spent", error };
  // 408: it had not read the whole call; 409: a call with this key is still under way.
  if (status === 408 || status === 409) return { kind: "ambiguous", error };
  if (status >= 400 && status < 500)
    return { kind: "refused", error, isAboutKey: status !== 401 && status !== 403 };
  return { kind: "ambiguous", error };
}

/** What an owner may read: the status and its name; the provider's words only where they are about the mail. */
function toSentence(status: number, body: ProviderBody | null): string {
  const name = body?.name ? ` (${body.name})` : "";
  const words = (status === 400 || status === 422) && body?.message ? `: ${body.message}` : ".";
  return oneLine(`The email provider responded with ${status}${name}${words}`);
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

/** Says of a call without an answer: never left, or may have arrived. */
export function explainFailure(call: CallTrace, isOutOfTime: boolean): MailerAnswer {
  const code = codeOf(call.failure);
  if (call.progress === "connecting")
    return { kind: "unreachable", error: `Couldn't connect to the email provider${code}.` };
  if (isOutOfTime)
    return { kind: "ambiguous", error: "The email provider didn't respond in time." };
  return { kind: "ambiguous", error: `The connection to the email provider was lost${code}.` };
}

function codeOf(failure: unknown): string {
  if (failure instanceof AggregateError && failure.errors.length > 0)
    return codeOf(failure.errors[0]);
  return failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
}
