/** The reasons for a sign-in with a provider that ended without a session. A page explains each. */
export const SIGN_IN_PROBLEMS = [
  "expired",
  "canceled",
  "provider_failed",
  "too_many",
  "address_missing",
  "address_unverified",
  "sign_in_first",
  "other_address",
  "already_connected",
  "not_invited",
  "sign_up_closed",
  "full",
  "unknown",
  "provider_required",
  "invitation_ended",
  "not_the_invited",
] as const;
export type SignInProblemReason = (typeof SIGN_IN_PROBLEMS)[number];

/** A sign-in with a provider that leads to a page with the reason, instead of a session. */
export class SignInProblem extends Error {
  override name = "SignInProblem";
  readonly reason: SignInProblemReason;

  constructor(reason: SignInProblemReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}
