import { explainFailure, type MailerAnswer, readAnswer } from "#lib/clients/mailer-answer";
import { ResendCall } from "#lib/clients/mailer-call";
import { fromRequestBody } from "#lib/clients/mailer-request";
import { settings } from "#lib/core/settings";

export type { MailerAnswer };

const RESEND_URL = "https://api.resend.com";
/** CONTRACT section 3: how long one call to the provider may take, answer included. */
export const CALL_DEADLINE_MS = 10_000;

/** One call: the same key with the same bytes is one email, however often it is made (for 24 hours). */
export type MailerCall = {
  idempotencyKey: string;
  /** The JSON body of Resend's `POST /emails`, sent as it is. */
  body: string;
  signal: AbortSignal;
};

/**
 * Hands one email to Resend through its SDK and says what is known afterwards; never throws for a
 * failed call. The SDK hides the status and the cause of a failure: those come from the trace.
 */
export async function sendMail(call: MailerCall): Promise<MailerAnswer> {
  const { resendApiKey, resendBaseUrl } = settings().email;
  if (!resendApiKey) throw new Error("RESEND_API_KEY is not set");
  const baseUrl = (resendBaseUrl ?? RESEND_URL).replace(/\/+$/, "");
  const resend = new ResendCall(resendApiKey, baseUrl, call);
  const { replyTo, ...email } = fromRequestBody(call.body);
  const { data, error, headers } = await resend.emails.send(
    { ...email, replyTo: replyTo ?? undefined },
    { idempotencyKey: call.idempotencyKey },
  );
  const { status } = resend.trace;
  if (status === null) return explainFailure(resend.trace, call.signal.aborted);
  return readAnswer(status, headers?.["retry-after"] ?? null, data ?? error);
}
