import { type Rejection, SEVERAL_ORIGINS } from "#lib/intake/schema";

/** What a visitor's post was refused for, in words for the form's owner. */
const REASONS: Readonly<Record<string, string>> = {
  allowance_exceeded: "The month’s allowance was used up",
  empty_submission: "It had no content",
  file_type_not_allowed: "It carried a file of a kind that is not taken",
  form_paused: "The form was paused",
  honeypot_full: "Caught by the honeypot, which is full: counted, not stored",
  idempotency_in_progress: "The same message was just being stored",
  idempotency_key_reused: "It reused the key of another message",
  internal_error: "Something went wrong on our side",
  invalid_json: "Its JSON could not be read",
  origin_not_allowed: "Its site is not among the allowed origins",
  rate_limited: "Too many came in a short time",
  service_unavailable: "The service was busy, or could not ask Cloudflare",
  storage_unavailable: "Its files could not be stored",
  submission_too_large: "It was too large",
  too_many_fields: "It had too many fields or files",
  turnstile_failed: "Its anti-spam challenge did not pass",
  turnstile_required: "It came without an anti-spam challenge",
  unsupported_media_type: "It was neither a form nor JSON",
  uploads_disabled: "It carried files, and the form takes none",
  validation_failed: "A name, value or key was malformed or too long",
};

export function describeRefusal({ code }: Rejection): string {
  return REASONS[code] ?? code;
}

/** Whether the posts came from one site that is known. */
export function isOneOrigin(refusal: Rejection): refusal is Rejection & { origin: string } {
  return refusal.origin !== null && refusal.origin !== SEVERAL_ORIGINS;
}

export function describeOrigin({ origin }: Rejection): string {
  if (origin === null) return "no Origin sent";
  return origin === SEVERAL_ORIGINS ? "many different sites" : origin;
}
