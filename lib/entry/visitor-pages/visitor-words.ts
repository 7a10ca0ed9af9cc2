import type { AppError, ErrorCode } from "#lib/core/errors";
import type { Settings } from "#lib/core/settings/settings";
import { fillText } from "#lib/core/texts";
import { FormClosed } from "#lib/domain/intake/form-closed";
import { MAX_FIELD_ENTRIES } from "#lib/domain/intake/limits";
import type { PageWords } from "#lib/entry/visitor-pages/words/locales";
import type { PageTexts } from "#lib/entry/visitor-pages/words/page-texts";
import { formatWait, joinSentences } from "#lib/entry/visitor-pages/words/sentences";

/** Errors that only the site's owner can fix. */
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
  ...(["form_closed", "invalid_json", "submission_too_large"] satisfies ErrorCode[]),
]);

/** For longer waits, visitors are asked to tell the owner. */
const MAX_WAIT_SECONDS = 90 * 60;

function adviceOn(
  code: string,
  { language, words }: PageTexts,
  retryAfterSeconds?: number,
): string {
  if (FOR_OWNER.has(code)) return words.tellOwner;
  if (code !== "rate_limited" || retryAfterSeconds === undefined) return words.waitAndSend;
  if (retryAfterSeconds > MAX_WAIT_SECONDS) return words.tellOwner;
  return fillText(words.waitFor, { time: formatWait(retryAfterSeconds, language) }, language);
}

function isKey<T extends object>(key: PropertyKey, of: T): key is keyof T {
  return Object.hasOwn(of, key);
}

/**
 * Explains the problem and what to do, without codes, plan limits, or internal details.
 *
 * @param code - unknown ones count as unexpected
 */
export function explainError(code: string, texts: PageTexts, retryAfterSeconds?: number) {
  const { errors, reasons, unexpectedReason } = texts.words;
  if (isKey(code, errors)) return errors[code];
  // The owner's text is enough.
  if (code === "form_closed") return { reason: texts.words.closed.over, advice: "" };
  const reason = isKey(code, reasons) ? reasons[code] : unexpectedReason;
  return { reason, advice: adviceOn(code, texts, retryAfterSeconds) };
}

type Limits = Pick<Settings, "uploadLimitMb" | "uploadFiles">;

/** Returns the limits that a submission exceeds, as sentences; none for other errors. */
function limitsBehind(code: string, { language, words }: PageTexts, limits: Limits): string[] {
  const { uploadLimitMb: limit, uploadFiles: count } = limits;
  if (code === "submission_too_large") return [fillText(words.sizes, { limit }, language)];
  if (code !== "too_many_fields") return [];
  return [fillText(words.counts, { count, fields: MAX_FIELD_ENTRIES }, language)];
}

/** Returns the owner's own text, or ours. */
function closedText({ reason, closedText: own }: FormClosed, { words }: PageTexts): string {
  return own ?? words.closed[reason];
}

/** Returns the text that a visitor reads about an error, and whether sending again can help. */
export function visitorWords(error: AppError, texts: PageTexts, limits: Limits) {
  const { code, retryAfterSeconds } = error;
  const { notSentTitle, waitTitle } = texts.words;
  const { reason, advice } = explainError(code, texts, retryAfterSeconds);
  return {
    heading: code === "idempotency_in_progress" ? waitTitle : notSentTitle,
    reason: error instanceof FormClosed ? closedText(error, texts) : reason,
    advice: joinSentences([...limitsBehind(code, texts, limits), advice], texts.words),
    canSendAgain: !FINAL.has(code),
  };
}

export type VisitorWords = ReturnType<typeof visitorWords>;
