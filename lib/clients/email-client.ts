import type { Email, EmailCall, EmailOutcome } from "#lib/clients/email";
import { sendByResend } from "#lib/clients/resend-client";
import { sendBySmtp } from "#lib/clients/smtp-client";
import { type Settings, settings } from "#lib/core/settings";

const RESEND_URL = "https://api.resend.com";

/**
 * Sends one email, through the SMTP server if one is set, otherwise through Resend. At Resend, the same
 * email with the same key is one email, however often the call is made within 24 hours. Never throws for
 * a failed call.
 */
export async function sendEmail(
  email: Email,
  call: EmailCall,
  provider: Pick<Settings["email"], "resendApiKey" | "resendBaseUrl" | "smtp"> = settings().email,
): Promise<EmailOutcome> {
  if (provider.smtp) return sendBySmtp(email, call, provider.smtp);
  if (!provider.resendApiKey) throw new Error("RESEND_API_KEY is not set");
  return sendByResend(email, call, provider.resendApiKey, provider.resendBaseUrl ?? RESEND_URL);
}
