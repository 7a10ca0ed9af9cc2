import { countOf } from "#lib/core/count";
import type { AppError, ErrorCode } from "#lib/core/errors";

/** What a visitor is told of a refusal, and whether sending again can help. */
export type VisitorWords = {
  heading: string;
  reason: string;
  advice: string;
  canSendAgain: boolean;
};

type Words = readonly [reason: string, advice: string];

const OWNER = "Please reach the people behind this form in another way, and tell them.";

/** Refusals that the visitor can mend, or wait out. */
const MENDABLE = {
  validation_failed: [
    "Some of it cannot be sent as it is.",
    "Please change it, then send it again.",
  ],
  empty_submission: [
    "There is nothing in your message yet.",
    "Write something, then send it again.",
  ],
  too_many_fields: [
    "That is too much for one message.",
    "A message can have 100 answers and 5 files.",
  ],
  file_type_not_allowed: [
    "A file cannot be sent.",
    "Please choose another one, then send your message again.",
  ],
  uploads_disabled: ["This form does not take files.", "You can send the message without them."],
  turnstile_required: [
    "The check against spam is missing.",
    "Complete it below, then send your message again.",
  ],
  turnstile_failed: [
    "The check against spam did not pass.",
    "Complete it once more below, then send your message again.",
  ],
  idempotency_key_reused: [
    "This message was changed after it was sent once.",
    "Send it again if the new text is to arrive as well.",
  ],
  idempotency_in_progress: [
    "Your message is being saved right now.",
    "Wait a few seconds. Sending it again will not send it twice.",
  ],
  rate_limited: [
    "Too many messages came in a short time.",
    "Please wait a little, then send it again.",
  ],
  allowance_exceeded: ["This form cannot take any more messages at the moment.", OWNER],
  service_unavailable: [
    "We could not save your message just now.",
    "Please wait a moment, then send it again.",
  ],
  storage_unavailable: [
    "We could not save your files just now.",
    "Please wait a moment, then send it again.",
  ],
  internal_error: ["Something went wrong on our side.", "Please send it again in a moment."],
} as const satisfies Partial<Record<ErrorCode, Words>>;

/** Refusals that sending again from the error page cannot mend. */
const FINAL = {
  invalid_json: [
    "Your message arrived in pieces that we could not read.",
    "Go back and send it again.",
  ],
  unsupported_media_type: ["Your message arrived in a shape that we could not read.", OWNER],
  submission_too_large: [
    "Your message is too large.",
    "With files it can have 4 MB in all, without files 256 KB. Go back, make it smaller and send it again.",
  ],
  origin_not_allowed: ["This form does not take messages from the page you came from.", OWNER],
  form_paused: ["This form is closed at the moment.", OWNER],
  not_found: ["There is no form at this address.", OWNER],
} as const satisfies Partial<Record<ErrorCode, Words>>;

const mendable = new Map<string, Words>(Object.entries(MENDABLE));
const final = new Map<string, Words>(Object.entries(FINAL));

function waitWords(seconds: number): string {
  if (seconds <= 90) return `Please wait ${countOf(seconds, "second")}, then send it again.`;
  if (seconds <= 90 * 60)
    return `Please wait ${countOf(Math.ceil(seconds / 60), "minute")}, then send it again.`;
  return OWNER;
}

/** The refusal in the visitor's words: nothing of codes, limits of plans, or how the service works. */
export function visitorWords(error: AppError): VisitorWords {
  const [reason, advice] =
    mendable.get(error.code) ?? final.get(error.code) ?? MENDABLE.internal_error;
  const isWait = error.code === "rate_limited" && error.retryAfterSeconds !== undefined;
  return {
    heading:
      error.code === "idempotency_in_progress" ? "One moment, please" : "Your message was not sent",
    reason,
    advice: isWait ? waitWords(error.retryAfterSeconds ?? 0) : advice,
    canSendAgain: !final.has(error.code),
  };
}
