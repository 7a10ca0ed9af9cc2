/** Every error code of the public API with its HTTP status. */
export const ERROR_STATUS = {
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  token_revoked: 401,
  wrong_environment: 401,
  credentials_invalid: 401,
  session_required: 401,
  cron_secret_invalid: 401,
  insufficient_scope: 403,
  cookie_not_allowed: 403,
  origin_not_allowed: 403,
  proxy_key_not_allowed: 403,
  wrong_api_origin: 403,
  bearer_not_allowed: 403,
  csrf_rejected: 403,
  form_paused: 403,
  not_found: 404,
  attachment_expired: 404,
  attachment_unavailable: 404,
  method_not_allowed: 405,
  revision_conflict: 409,
  email_taken: 409,
  delivery_not_retryable: 409,
  duplicate_not_acknowledged: 409,
  webhook_not_configured: 409,
  widget_required: 409,
  idempotency_in_progress: 409,
  body_too_large: 413,
  submission_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  invalid_json: 422,
  recipient_not_verified: 422,
  turnstile_secret_rejected: 422,
  export_too_large: 422,
  empty_submission: 422,
  too_many_fields: 422,
  file_type_not_allowed: 422,
  uploads_disabled: 422,
  turnstile_required: 422,
  turnstile_failed: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  recipient_limit_reached: 429,
  token_limit_reached: 429,
  verification_cooldown: 429,
  retry_cooldown: 429,
  webhook_test_cooldown: 429,
  allowance_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
  turnstile_unreachable: 503,
  storage_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One failed rule; `path` is dotted (`rules.0.value`). */
export type ErrorDetail = { path: string; message: string };

type AppErrorOptions = {
  details?: readonly ErrorDetail[];
  retryAfterSeconds?: number;
  cause?: unknown;
};

const IS_APP_ERROR = Symbol.for("form-intake.app-error");

/** An error the caller sees: a code, one clear sentence and, where it helps, the fields to fix. */
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

  readonly [IS_APP_ERROR] = true;
}

/**
 * Next bundles a second copy of this class into the process, and what `processWide` shares may throw an
 * error of the other copy. Subclasses compare as usual.
 */
function hasInstance(this: unknown, value: unknown): boolean {
  if (this !== AppError) return Function.prototype[Symbol.hasInstance].call(this, value);
  return value instanceof Error && IS_APP_ERROR in value;
}
Object.defineProperty(AppError, Symbol.hasInstance, { value: hasInstance });

/** The same error for ids that are unknown, malformed or belong to another workspace. */
export function notFound(): AppError {
  return new AppError("not_found", "Not found. Check the URL and any IDs in it.");
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
