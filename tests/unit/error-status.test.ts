import { expect, test } from "vitest";
import { ERROR_STATUS } from "#lib/core/errors";

/** Part of the public API: the status of a code never changes. */
const STATUSES: Record<number, string> = {
  401: "token_missing token_invalid token_expired token_revoked wrong_environment credentials_invalid second_factor_required session_required cron_secret_invalid signature_invalid",
  403: "insufficient_scope cookie_not_allowed origin_not_allowed proxy_key_not_allowed wrong_api_origin bearer_not_allowed csrf_rejected owner_required sign_up_closed reauthentication_required form_paused",
  404: "not_found attachment_expired attachment_unavailable",
  405: "method_not_allowed",
  409: "not_spam revision_conflict email_taken delivery_not_retryable duplicate_not_acknowledged webhook_not_configured widget_required idempotency_in_progress last_owner recipient_in_use",
  413: "body_too_large submission_too_large",
  415: "unsupported_media_type",
  422: "validation_failed invalid_json recipient_not_verified turnstile_secret_rejected export_too_large empty_submission too_many_fields file_type_not_allowed uploads_disabled turnstile_required turnstile_failed idempotency_key_reused",
  429: "rate_limited recipient_limit_reached destination_limit_reached token_limit_reached passkey_limit_reached block_list_full member_limit_reached verification_cooldown retry_cooldown webhook_test_cooldown allowance_exceeded",
  500: "internal_error",
  503: "service_unavailable turnstile_unreachable storage_unavailable",
};

test("every error code has its documented status", () => {
  const expected = Object.entries(STATUSES).flatMap(([status, codes]) =>
    codes.split(" ").map((code) => [code, Number(status)]),
  );
  expect(ERROR_STATUS).toEqual(Object.fromEntries(expected));
});
