import {
  explainFailure,
  type MailerAnswer,
  type ProviderError,
  parseProviderError,
  readAnswer,
} from "#lib/clients/mailer-answer";
import { settings } from "#lib/core/settings";

export type { MailerAnswer };

const RESEND_URL = "https://api.resend.com";
/** CONTRACT section 3: how long one call to the provider may take, answer included. */
export const CALL_DEADLINE_MS = 10_000;

/** One call: the same key with the same bytes is one mail, however often it is made (for 24 hours). */
export type MailerCall = {
  idempotencyKey: string;
  /** The JSON body of Resend's `POST /emails`, sent as it is. */
  body: string;
  signal: AbortSignal;
};

/**
 * Hands one mail to Resend and tells what is known afterwards; never throws for a failed call.
 *
 * Not by Resend's SDK: it builds the body anew at every call, so that a new version of it between
 * two tries could change the bytes; it takes the status from the body; and it drops the reason why a
 * connection failed, without which "never left" and "may have arrived" cannot be told apart.
 */
export async function sendMail(call: MailerCall): Promise<MailerAnswer> {
  const { resendApiKey, resendBaseUrl } = settings().email;
  if (!resendApiKey) throw new Error("RESEND_API_KEY is not set");
  try {
    const response = await fetch(`${(resendBaseUrl ?? RESEND_URL).replace(/\/+$/, "")}/emails`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${resendApiKey}`,
        "Content-Type": "application/json",
        "Idempotency-Key": call.idempotencyKey,
        "User-Agent": "form-intake-service",
      },
      body: call.body,
      signal: call.signal,
      redirect: "manual",
      cache: "no-store",
    });
    return readAnswer(response.status, response.headers, await readBody(response));
  } catch (failure) {
    return explainFailure(failure);
  }
}

/** The answer's JSON, or null when it is not all there or none: its status still counts. */
async function readBody(response: Response): Promise<ProviderError | null> {
  try {
    return parseProviderError(await response.text());
  } catch {
    return null;
  }
}
