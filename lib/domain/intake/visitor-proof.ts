import type { EmailObstacle } from "#lib/domain/emails/auto-reply/plan-reply";
import type { OwnChallenge } from "#lib/domain/forms/challenge/schema";
import type { OpenForm } from "#lib/domain/intake/open-form";

/** Emails to visitors an hour that the own challenge alone lets a form cause. */
const MAX_BY_OWN_CHALLENGE = 20;

/** What a submission shows about its sender. */
export type VisitorProof = {
  /** True if it passed the challenge of the form's enabled Turnstile widget. */
  isChallengePassed: boolean;
  ownChallenge: OwnChallenge;
  /** True if its content has signs of spam that count. */
  hasSignals: boolean;
};

/** Returns whether a submission to the form can show that it's not a bot's, so that it may cause emails to its visitor. Pure. */
export function asksForProof({ widget, spam }: Pick<OpenForm, "widget" | "spam">): boolean {
  return widget?.observes === null || spam.challenge;
}

/**
 * The reason against an email to a submission's visitor, or null. Scripts solve the form's own challenge too: it only
 * makes many messages expensive. So by that alone, the message must also look like a person's. Pure.
 */
export function findEmailObstacle(
  { spam }: Pick<OpenForm, "spam">,
  { isChallengePassed, ownChallenge, hasSignals }: VisitorProof,
): EmailObstacle | null {
  if (isChallengePassed) return null;
  if (ownChallenge === "passed") return hasSignals ? "looks_automatic" : null;
  return ownChallenge === "failed" && spam.isChallengeVerified
    ? "looks_automatic"
    : "widget_not_verified";
}

/** The form's limit for emails to visitors in an hour, or null if the submission passed the Turnstile widget. */
export function emailLimitOf({
  isChallengePassed,
}: Pick<VisitorProof, "isChallengePassed">): number | null {
  return isChallengePassed ? null : MAX_BY_OWN_CHALLENGE;
}
