import { countOf } from "#lib/core/count";
import type { ErrorCode } from "#lib/core/errors";

type Words = readonly [reason: string, advice: string];

const OWNER = "Please contact the site owner another way and let them know.";

/** Words for any other error. */
const UNEXPECTED: Words = [
  "Something went wrong on our end.",
  "Please wait a moment and send it again.",
];

/** The English words of the error page. The script has no others, to stay small. */
export const WORDS: Readonly<Record<string, Words>> = {
  validation_failed: [
    "Some fields need your attention.",
    "Please fix them and send your message again.",
  ],
  empty_submission: ["Your message is empty.", "Please write something and send it again."],
  too_many_fields: [
    "Your message has too many fields or files.",
    "Please leave some of them out and send your message again.",
  ],
  file_type_not_allowed: [
    "One of your files couldn’t be sent.",
    "Please select a different file and send your message again.",
  ],
  uploads_disabled: ["This form doesn’t accept files.", "Please send your message without them."],
  turnstile_required: [
    "The spam check is missing.",
    "Please complete it and send your message again.",
  ],
  turnstile_failed: [
    "The spam check failed.",
    "Please complete it again and send your message again.",
  ],
  idempotency_key_reused: [
    "This message was changed after it was sent.",
    "Send it again to also send the new version.",
  ],
  idempotency_in_progress: [
    "Your message is being saved.",
    "Please wait a few seconds. Sending it again won’t create a duplicate.",
  ],
  rate_limited: [
    "Too many messages were sent in a short time.",
    "Please wait a moment and send it again.",
  ],
  allowance_exceeded: ["This form can’t accept more messages right now.", OWNER],
  service_unavailable: [
    "We couldn’t save your message.",
    "Please wait a moment and send it again.",
  ],
  storage_unavailable: ["We couldn’t save your files.", "Please wait a moment and send it again."],
  invalid_json: ["We couldn’t read your message.", "Please send it again."],
  unsupported_media_type: ["We couldn’t read your message.", OWNER],
  submission_too_large: [
    "Your message is too large.",
    "Please make it smaller, or attach smaller files, and send it again.",
  ],
  origin_not_allowed: ["This form doesn’t accept messages from the page you came from.", OWNER],
  form_paused: ["This form is closed right now.", OWNER],
  not_found: ["There’s no form at this address.", OWNER],
} satisfies Partial<Record<ErrorCode, Words>>;

function waitWords(seconds: number): string {
  if (seconds <= 90) return `Please wait ${countOf(seconds, "second")} and send it again.`;
  if (seconds <= 90 * 60)
    return `Please wait ${countOf(Math.ceil(seconds / 60), "minute")} and send it again.`;
  return OWNER;
}

/**
 * Explains the problem and what to do, without codes, plan limits, or internal details.
 *
 * @param code - unknown ones count as unexpected
 */
export function explainError(code: string, retryAfterSeconds?: number) {
  const [reason, advice] = WORDS[code] ?? UNEXPECTED;
  const isWait = code === "rate_limited" && retryAfterSeconds !== undefined;
  return { reason, advice: isWait ? waitWords(retryAfterSeconds) : advice };
}
