/** The meaning of each public error code, by HTTP status. Examples use it as their message. */
const ERRORS = {
  401: {
    token_missing: "The Authorization header is missing.",
    token_invalid: "The token is malformed or doesn't exist.",
    token_expired: "The token has expired. Create a new one.",
    token_revoked: "The token has been revoked.",
    wrong_environment: "The token isn't for the staging environment.",
    credentials_invalid: "The email address or password is incorrect.",
    second_factor_required:
      "The password is correct, but the account has two-step verification. Send `code` too.",
    session_required: "This requires a signed-in browser session.",
    cron_secret_invalid: "The job secret is missing or incorrect.",
    signature_invalid: "The signature is missing, incorrect, or older than 5 minutes.",
  },
  403: {
    insufficient_scope: "The token doesn't have the required scope. The message names it.",
    cookie_not_allowed: "API requests must not include a Cookie header.",
    origin_not_allowed:
      "The Origin header isn't allowed. API requests must not have one, and a form only accepts submissions from its allowed origins.",
    proxy_key_not_allowed: "API requests must not include the x-service-proxy-key header.",
    wrong_api_origin: "This host doesn't serve the API.",
    bearer_not_allowed: "Session endpoints don't accept bearer tokens.",
    csrf_rejected: "The request didn't come from the dashboard.",
    address_unconfirmed:
      "The account's own email address isn't confirmed yet, or none of the workspace's owners has confirmed theirs. Open the link in the confirmation email first.",
    sign_up_closed:
      "Only people who are invited can create an account on this service, or no one can.",
    provider_sign_in_required:
      "The operator requires the installation's sign-in provider, so that passwords and passkeys don't open a session.",
    owner_required: "Only an owner of the workspace can do this.",
    own_sign_in_required:
      "The session was opened by the workspace's own sign-in provider, which opens nothing but this workspace.",
    reauthentication_required:
      "The last proof of identity is older than 15 minutes. Confirm that it's you in the dashboard.",
    form_paused: "The form is paused and doesn't accept submissions.",
    form_closed:
      "The form isn't open yet, has closed, or has as many submissions as it has room for. The message says which, or is the form's own text.",
  },
  404: {
    not_found:
      "The path doesn't exist, or an ID is malformed, unknown, or belongs to another workspace.",
    attachment_expired: "The file's retention period has ended and it was deleted.",
    attachment_unavailable: "The file is no longer available.",
  },
  405: {
    method_not_allowed:
      "The path doesn't support this method. The Allow header lists the ones it does.",
  },
  409: {
    revision_conflict:
      "The revision is outdated. Get the current configuration and apply your change again.",
    email_taken: "An account with this email address already exists.",
    delivery_not_retryable: "The delivery can't be retried in its current state.",
    not_spam: "The submission isn't in spam.",
    duplicate_not_acknowledged:
      "The email may already have arrived. Set acknowledgePossibleDuplicate to send it again.",
    webhook_not_configured: "The form has no webhook.",
    widget_required:
      "Auto-replies and confirmation emails require an enabled Turnstile widget or the form's own challenge, with at least one passed challenge.",
    idempotency_in_progress: "A submission with the same idempotency key is being stored.",
    last_owner: "A workspace needs an owner, and this is the last one.",
    reply_not_possible:
      "The submission's sender can't be written to: it has no email address, hasn't been confirmed, or the sender opted out or bounced. The message says which.",
    reply_sent: "The reply has been sent, or is being sent, so it can't be undone.",
    import_conflict:
      "The import's state doesn't allow this, or another import of the workspace is running.",
    recipient_in_use: "A routing rule or an auto-reply needs this recipient.",
    saved_reply_name_taken: "Another saved reply of the workspace has this name.",
  },
  413: {
    body_too_large: "The body is larger than 32 KiB.",
    submission_too_large:
      "The submission has more than 256 KiB of text, or its files are too large. The message says how large it can be.",
    import_too_large: "The file is larger than an import can be, 200 MB by default.",
  },
  415: {
    unsupported_media_type: "This content type isn't supported.",
  },
  422: {
    validation_failed: "One or more parameters are invalid. `details` lists them.",
    invalid_json: "The body isn't valid JSON.",
    recipient_not_verified:
      "A recipient doesn't exist or hasn't verified their address. `details` identifies it.",
    turnstile_secret_rejected: "Cloudflare rejected the secret key.",
    export_too_large:
      "More than 1,000 submissions match. Narrow the dates (`receivedAfter`, `receivedBefore`), or filter by folder, form, or search text.",
    empty_submission: "The submission has no files and no fields with a value.",
    too_many_fields:
      "The submission has more than 100 field entries, or more files than the service accepts (5 by default).",
    file_type_not_allowed:
      "The service or the form doesn't accept a file's type, which its content decides.",
    uploads_disabled: "The form doesn't accept files.",
    turnstile_required: "The anti-spam challenge response is missing.",
    turnstile_failed: "The anti-spam challenge failed. Get a new one.",
    import_unreadable: "The file can't be read. The message says why.",
    idempotency_key_reused: "The idempotency key was already used for a different submission.",
  },
  429: {
    rate_limited: "Too many requests. Wait for the time in Retry-After.",
    recipient_limit_reached: "The workspace already has 20 recipients.",
    form_limit_reached: "The workspace already has 500 forms.",
    destination_limit_reached: "The form already has 10 destinations.",
    saved_reply_limit_reached: "The workspace already has 100 saved replies.",
    token_limit_reached: "The workspace has too many tokens.",
    passkey_limit_reached: "The account already has 10 passkeys.",
    block_list_full: "The block list already has 1,000 entries.",
    import_limit_reached: "The workspace has created 20 imports in the last 24 hours.",
    member_limit_reached: "The workspace has 50 members or 50 open invitations.",
    verification_cooldown:
      "A confirmation email was sent to this address less than a minute ago, or too many were sent to it, from this workspace, or from your network.",
    retry_cooldown: "The last attempt was less than a minute ago.",
    webhook_test_cooldown:
      "A test event was sent to the same host less than a minute ago, or 100 were sent in the last 24 hours.",
    note_limit_reached: "The submission already has 200 notes.",
    reply_limit_reached:
      "A member can send 50 replies an hour, and a workspace 200. Wait for the time in Retry-After.",
    allowance_exceeded: "The workspace has received twice its monthly allowance.",
  },
  500: {
    internal_error:
      "Something went wrong on our end. Check whether your change took effect before you retry.",
  },
  503: {
    service_unavailable:
      "The service is temporarily unavailable. Wait for the time in Retry-After.",
    turnstile_unreachable:
      "We couldn't reach Cloudflare to check the widget, so nothing was saved.",
    storage_unavailable: "File storage is temporarily unavailable.",
  },
} as const;

type ByStatus = typeof ERRORS;
export type ErrorCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus];

const all = Object.entries(ERRORS).flatMap(([status, meanings]) =>
  Object.entries(meanings).map(([code, meaning]) => ({ code, status: Number(status), meaning })),
);

/** A value for each code: the entries are all of {@link ERRORS}. */
function byCode<T>(entries: [code: string, value: T][]): Readonly<Record<ErrorCode, T>> {
  return Object.fromEntries(entries) as Record<ErrorCode, T>;
}

export const ERROR_STATUS = byCode(all.map(({ code, status }) => [code, status]));
export const ERROR_MEANINGS = byCode(all.map(({ code, meaning }) => [code, meaning]));

/** One failed rule; `path` is dotted (`rules.0.value`). */
export type ErrorDetail = { path: string; message: string };

type AppErrorOptions = {
  details?: readonly ErrorDetail[];
  retryAfterSeconds?: number;
  cause?: unknown;
};

/**
 * An error that the caller sees: a code, one clear sentence, and, if it helps, the fields to fix.
 */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds =
      options.retryAfterSeconds === undefined
        ? undefined
        : Math.max(1, Math.ceil(options.retryAfterSeconds));
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Creates the error for requests that require a signed-in member. */
export function sessionRequired(): AppError {
  return new AppError("session_required", "Sign in to continue.");
}

/** Creates the same error for IDs that are unknown, malformed, or belong to another workspace. */
export function notFound(): AppError {
  return new AppError("not_found", "Not found. Check the URL and any IDs in it.");
}

/** Rejects input with these faults, if there are any. @throws {AppError} validation_failed */
export function rejectInvalid(details: readonly ErrorDetail[]): void {
  const [first] = details;
  if (!first) return;
  const message = `Invalid request: ${first.path} ${first.message}.`;
  throw new AppError("validation_failed", message, { details });
}

/**
 * Compares a revision with the stored one. Call it while the row is locked.
 *
 * @param given - as sent; null means "nothing is saved yet"
 * @throws {AppError} revision_conflict
 */
export function requireRevision(given: string | null, current: string | null): void {
  if (given === current) return;
  const reason =
    given === null
      ? "A saved configuration already exists. Get it and send its revision."
      : "The configuration has changed since you last read it. Get it again and reapply your change.";
  throw new AppError("revision_conflict", reason);
}
