import type { EmailObstacle } from "#lib/domain/emails/auto-reply/plan-reply";
import type { OwnChallenge } from "#lib/domain/forms/challenge/schema";
import type { OpenForm } from "#lib/domain/intake/open-form";

/** The maximum number of emails to visitors per hour that a form can trigger with only its own challenge. */
const MAX_BY_OWN_CHALLENGE = 20;

/** The properties of a submission that suggest that its sender isn't a bot. */
export type BotCheckResult = {
  /** True if it passed the challenge of the form's enabled Turnstile widget. */
  isChallengePassed: boolean;
  ownChallenge: OwnChallenge;
  /** True if its content has signs of spam, or wasn't judged. */
  hasSignals: boolean;
};

/** Returns whether a submission to the form can show that it's not a bot's, so that it may cause emails to its visitor. Pure. */
export function hasBotCheck({ widget, spam }: Pick<OpenForm, "widget" | "spam">): boolean {
  return widget?.observes === null || spam.challenge;
}

/**
 * Returns the reason against an email to a submission's visitor, or null. Scripts solve the form's own challenge too:
 * it only makes many messages expensive. So with only that challenge, the message must also look like a person's.
 * Pure.
 */
export function findEmailObstacle(
  { spam }: Pick<OpenForm, "spam">,
  { isChallengePassed, ownChallenge, hasSignals }: BotCheckResult,
): EmailObstacle | null {
  if (isChallengePassed) return null;
  if (ownChallenge === "passed") return hasSignals ? "looks_automatic" : null;
  return ownChallenge === "failed" && spam.isChallengeVerified
    ? "looks_automatic"
    : "widget_not_verified";
}

/**
 * Returns the form's hourly limit for emails to visitors, or null if the submission passed the Turnstile widget.
 */
export function emailLimitOf({
  isChallengePassed,
}: Pick<BotCheckResult, "isChallengePassed">): number | null {
  return isChallengePassed ? null : MAX_BY_OWN_CHALLENGE;
}
