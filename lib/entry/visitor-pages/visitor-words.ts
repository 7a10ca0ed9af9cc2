import type { AppError, ErrorCode } from "#lib/core/errors";
import type { PageWords } from "#lib/entry/visitor-pages/words/english";
import { fillText, formatWait, type Tongue } from "#lib/entry/visitor-pages/words/tongues";

/** Errors that only the site's owner can do something about. */
const FOR_OWNER: ReadonlySet<string> = new Set([
  "allowance_exceeded",
  "unsupported_media_type",
  "origin_not_allowed",
  "form_paused",
  "not_found",
] satisfies (keyof PageWords["reasons"])[]);

/** Errors that sending again from the error page can't fix. */
const FINAL: ReadonlySet<string> = new Set([
  ...FOR_OWNER,
  ...(["invalid_json", "submission_too_large"] satisfies ErrorCode[]),
]);

/** Longer waits are for the owner to know about. */
const MAX_WAIT_SECONDS = 90 * 60;

function adviceOn(code: string, { language, words }: Tongue, retryAfterSeconds?: number): string {
  if (FOR_OWNER.has(code)) return words.tellOwner;
  if (code !== "rate_limited" || retryAfterSeconds === undefined) return words.waitAndSend;
  if (retryAfterSeconds > MAX_WAIT_SECONDS) return words.tellOwner;
  return fillText(words.waitFor, { time: formatWait(retryAfterSeconds, language) });
}

function isKey<T extends object>(key: PropertyKey, of: T): key is keyof T {
  return Object.hasOwn(of, key);
}

/**
 * Explains the problem and what to do, without codes, plan limits, or internal details.
 *
 * @param code - unknown ones count as unexpected
 */
export function explainError(code: string, tongue: Tongue, retryAfterSeconds?: number) {
  const { errors, reasons, unexpectedReason } = tongue.words;
  if (isKey(code, errors)) return errors[code];
  const reason = isKey(code, reasons) ? reasons[code] : unexpectedReason;
  return { reason, advice: adviceOn(code, tongue, retryAfterSeconds) };
}

/**
 * The text that a visitor reads about an error, and whether sending again can help.
 *
 * @param uploadLimitMb - how large a submission with files can be, in MiB
 */
export function visitorWords(
  { code, retryAfterSeconds }: AppError,
  tongue: Tongue,
  uploadLimitMb: number,
) {
  const { notSentTitle, waitTitle, sizes } = tongue.words;
  const { reason, advice } = explainError(code, tongue, retryAfterSeconds);
  const limits = fillText(sizes, { limit: uploadLimitMb });
  return {
    heading: code === "idempotency_in_progress" ? waitTitle : notSentTitle,
    reason,
    advice: code === "submission_too_large" ? `${limits} ${advice}` : advice,
    canSendAgain: !FINAL.has(code),
  };
}

export type VisitorWords = ReturnType<typeof visitorWords>;
