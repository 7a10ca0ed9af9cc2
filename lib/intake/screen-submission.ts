import type { FieldPairs } from "#lib/core/fields";
import { findReplyTo } from "#lib/core/sender";
import { makeSearchText } from "#lib/intake/fields";
import type { OpenForm } from "#lib/intake/open-form";
import { findBlockedSender, findBlockedWord, type SpamVerdict } from "#lib/spam/rules";

/** What catches a submission as spam, the first that applies, or null. Pure. */
export function screenSubmission(
  { blockedSenders, blockedWords }: Pick<OpenForm, "blockedSenders" | "blockedWords">,
  { fields, isHoneypotFilled }: { fields: FieldPairs; isHoneypotFilled: boolean },
): SpamVerdict | null {
  if (isHoneypotFilled) return { reason: "honeypot", match: null };
  const sender =
    blockedSenders.size > 0 ? findBlockedSender(blockedSenders, findReplyTo(fields)) : null;
  if (sender !== null) return { reason: "blocked_sender", match: sender };
  const word =
    blockedWords.length > 0 ? findBlockedWord(blockedWords, makeSearchText(fields)) : null;
  return word === null ? null : { reason: "blocked_word", match: word };
}
