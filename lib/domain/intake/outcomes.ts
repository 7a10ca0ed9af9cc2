import type { OwnChallenge } from "#lib/domain/forms/challenge/schema";
import type { ObservedChallenge } from "#lib/domain/forms/turnstile/verify-challenge";

/** The accepting statement's result for a submission. */
export type CommitResult = {
  ord: number;
  /** The time it was stored. */
  receivedAt: Date;
  outcome:
    | "stored"
    | "form_changed"
    | "form_closed"
    | "allowance_exceeded"
    | "spam_full"
    | "key_taken";
  /** The number accepted this month including this one, and the allowance; null without a limit. */
  accepted: number | null;
  allowance: number | null;
};

/** The names under which the form's diagnostics count spam that wasn't stored. */
export type OnlyCountedCode = "honeypot_full" | "blocked_full";

export type AcceptedSubmission = {
  id: string;
  receivedAt: number;
  isReplay: boolean;
  /** Null if it's stored. Spam beyond the form's limit gets the usual response, but is only counted. */
  onlyCountedAs: OnlyCountedCode | null;
  /** The month's count including this one, and the allowance; null for a replay or without a limit. */
  usage: { accepted: number; allowance: number } | null;
  /** Whether the operator's model should be asked about it. */
  needsModel: boolean;
  /** The result of the challenge for a widget that only observes; null without one. */
  observed: ObservedChallenge | null;
  /** The result of the form's own challenge; null for a replay with a solution, which isn't verified again. */
  ownChallenge: OwnChallenge;
};

/**
 * The response to a repeat of an accepted submission, determined before its challenge is checked.
 */
export type Replay = Omit<AcceptedSubmission, "ownChallenge">;
