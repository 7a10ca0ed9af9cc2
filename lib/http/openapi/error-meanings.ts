import type { ErrorCode } from "#lib/core/errors";

/** What each error code means. Also used as the message in examples. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  token_missing: "The Authorization header is missing.",
  token_invalid: "The token is malformed or doesn't exist.",
  token_expired: "The token has expired. Create a new one.",
  token_revoked: "The token has been revoked.",
  wrong_environment: "The token isn't for the staging environment.",
  credentials_invalid: "The email address or password is incorrect.",
  session_required: "This requires a signed-in browser session.",
  cron_secret_invalid: "The job secret is missing or incorrect.",
  insufficient_scope: "The token doesn't have the required scope. The message names it.",
  cookie_not_allowed: "API requests must not include a Cookie header.",
  origin_not_allowed:
    "The Origin header isn't allowed. API requests must not have one, and a form only accepts submissions from its allowed origins.",
  proxy_key_not_allowed: "API requests must not include the x-service-proxy-key header.",
  wrong_api_origin: "This host doesn't serve the API.",
  bearer_not_allowed: "Session endpoints don't accept bearer tokens.",
  csrf_rejected: "The request didn't come from the dashboard.",
  form_paused: "The form is paused and doesn't accept submissions.",
  not_found:
    "The path doesn't exist, or an ID is malformed, unknown or belongs to another workspace.",
  attachment_expired: "The file's retention period has ended and it was deleted.",
  attachment_unavailable: "The file is no longer available.",
  method_not_allowed:
    "The path doesn't support this method. The Allow header lists the ones it does.",
  revision_conflict:
    "The revision is outdated. Get the current configuration and apply your change again.",
  email_taken: "An account with this email address already exists.",
  delivery_not_retryable: "The delivery can't be retried in its current state.",
  duplicate_not_acknowledged:
    "The email may already have arrived. Set acknowledgePossibleDuplicate to send it again.",
  webhook_not_configured: "The form has no webhook.",
  widget_required:
    "Auto-replies require an enabled anti-spam widget that a visitor has passed at least once.",
  idempotency_in_progress: "A submission with the same idempotency key is being stored.",
  body_too_large: "The body is larger than 32 KiB.",
  submission_too_large: "The submission is larger than 256 KiB of text or 4 MiB of multipart data.",
  unsupported_media_type: "This content type isn't supported.",
  validation_failed: "One or more parameters are invalid. `details` lists them.",
  invalid_json: "The body isn't valid UTF-8 encoded JSON.",
  recipient_not_verified:
    "A recipient doesn't exist or hasn't verified their address. `details` identifies it.",
  turnstile_secret_rejected: "Cloudflare rejected the secret key.",
  export_too_large: "More than 1,000 submissions match. Filter by folder, form or search text.",
  empty_submission: "The submission has no files and no fields with a value.",
  too_many_fields: "The submission has more than 100 field entries or 5 files.",
  file_type_not_allowed: "A file's type isn't allowed, or its content doesn't match its extension.",
  uploads_disabled: "The form doesn't accept files.",
  turnstile_required: "The anti-spam challenge response is missing.",
  turnstile_failed: "The anti-spam challenge failed. Get a new one.",
  idempotency_key_reused: "The idempotency key was already used for a different submission.",
  rate_limited: "Too many requests. Wait for the time in Retry-After.",
  recipient_limit_reached: "The workspace already has 20 recipients.",
  token_limit_reached: "The workspace has too many tokens.",
  verification_cooldown: "A verification email was sent to this address less than a minute ago.",
  retry_cooldown: "The last attempt was less than a minute ago.",
  webhook_test_cooldown:
    "A test event was sent less than a minute ago, or 100 were sent in the last 24 hours.",
  allowance_exceeded: "The workspace has used its plan's monthly allowance.",
  internal_error:
    "Something went wrong on our end. Check whether your change took effect before you retry.",
  service_unavailable: "The service is temporarily unavailable. Wait for the time in Retry-After.",
  turnstile_unreachable: "We couldn't reach Cloudflare to check the widget, so nothing was saved.",
  storage_unavailable: "File storage is temporarily unavailable.",
};
