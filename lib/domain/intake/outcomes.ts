import type { OwnChallenge } from "#lib/domain/forms/challenge/schema";
import type { ObservedChallenge } from "#lib/domain/forms/turnstile/verify-challenge";

/** What the accepting statement made of a submission. */
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
  /** Accepted this month including this one, and the allowance; null without a limit. */
  accepted: number | null;
  allowance: number | null;
};

/** The names under which the form's diagnostics count spam that wasn't stored. */
export type DroppedCode = "honeypot_full" | "blocked_full";

export type AcceptedSubmission = {
  id: string;
  receivedAt: number;
  isReplay: boolean;
  /** Null if it's stored. Spam beyond what its form keeps gets the usual response and is only counted. */
  droppedAs: DroppedCode | null;
  /** The month's count including this one, and the allowance; null for a replay, and without a limit. */
  usage: { accepted: number; allowance: number } | null;
  /** Whether the operator's model is to be asked about it. */
  isOpen: boolean;
  /** The result of the challenge under a widget that only observes; null without one. */
  observed: ObservedChallenge | null;
  /** The result of the form's own challenge; null for a replay with a solution, which isn't verified again. */
  ownChallenge: OwnChallenge;
};

/** The response to a repeat of an accepted submission, before its challenge is looked at. */
export type Replay = Omit<AcceptedSubmission, "ownChallenge">;
