import type { ErrorCode } from "#lib/core/errors";

/** What each error code says to an integrator; also the message of the document's examples. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  token_missing: "The request carries no Authorization header.",
  token_invalid: "The token is malformed or unknown.",
  token_expired: "The token has expired; create a new one.",
  token_revoked: "The token was revoked.",
  wrong_environment: "The token belongs to another environment than staging.",
  credentials_invalid: "Email address and password do not belong together.",
  session_required: "Only a signed-in browser session may do this.",
  cron_secret_invalid: "The job secret is missing or wrong.",
  insufficient_scope: "The token lacks the scope that the operation needs; the message names it.",
  cookie_not_allowed: "Management requests must not carry a Cookie header.",
  origin_not_allowed:
    "The Origin header is not welcome: management requests carry none, and a form takes messages only from the origins in its settings.",
  proxy_key_not_allowed: "Management requests must not carry the header x-service-proxy-key.",
  wrong_api_origin: "The request was sent to a host that does not serve this API.",
  bearer_not_allowed: "Session endpoints refuse bearer tokens.",
  csrf_rejected: "The request does not come from this service's own pages.",
  form_paused: "The form is paused and takes no messages.",
  not_found:
    "Nothing is there: an id is unknown, malformed or belongs to another workspace, or the path does not exist.",
  attachment_expired: "The file's retention is over and it was deleted.",
  attachment_unavailable: "The file cannot be read any more.",
  method_not_allowed:
    "The path exists, but not with this method; the Allow header names those that do.",
  revision_conflict:
    "The revision is not the current one: read the configuration again and repeat the change.",
  email_taken: "There is an account with this email address already.",
  delivery_not_retryable: "The delivery is not in a state in which it can be sent again.",
  duplicate_not_acknowledged:
    "The mail may have arrived already; send acknowledgePossibleDuplicate to send it again.",
  webhook_not_configured: "The form has no webhook.",
  widget_required:
    "Automatic replies need an enabled anti-spam widget that a visitor's challenge has verified.",
  idempotency_in_progress: "A message with the same idempotency key is just being stored.",
  body_too_large: "The body has more than 32 KiB.",
  submission_too_large: "The submission is too large: 256 KiB of text, or 4 MiB of multipart.",
  unsupported_media_type: "The body has a content type that is not taken here.",
  validation_failed: "Parts of the request break a rule; `details` names each of them.",
  invalid_json: "The body is not valid JSON in UTF-8.",
  recipient_not_verified:
    "A recipient is unknown or has not confirmed its address; `details` names it.",
  turnstile_secret_rejected: "Cloudflare does not know the secret key.",
  export_too_large:
    "More than 1,000 messages match; narrow the export by folder, form or search text.",
  empty_submission: "The submission has no field with content and no file.",
  too_many_fields: "The submission has more than 100 field entries or more than 5 files.",
  file_type_not_allowed: "A file's type is not taken, or its content does not match its extension.",
  uploads_disabled: "The form takes no files.",
  turnstile_required: "The form's anti-spam widget was not answered.",
  turnstile_failed: "The anti-spam challenge was not passed; solve a new one.",
  idempotency_key_reused: "The idempotency key was used for a message with other content.",
  rate_limited: "Too many requests; wait as long as Retry-After says.",
  recipient_limit_reached: "The workspace has 20 recipients already.",
  token_limit_reached: "The workspace has too many tokens.",
  verification_cooldown: "A verification mail was sent to this address less than a minute ago.",
  retry_cooldown: "The last attempt is less than a minute ago.",
  webhook_test_cooldown:
    "A test was sent less than a minute ago, or 100 of them in the last 24 hours.",
  allowance_exceeded: "The messages that the plan allows this month are used up.",
  internal_error:
    "Something went wrong on our side; check whether a change took effect before you repeat it.",
  service_unavailable: "The service cannot do this now; try again as Retry-After says.",
  turnstile_unreachable: "Cloudflare could not be asked about the widget; nothing was saved.",
  storage_unavailable: "Files cannot be read or stored at the moment.",
};
