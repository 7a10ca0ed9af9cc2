import type { Settings } from "#lib/core/settings/settings";

/** Explains who can accept an invitation: if sign-up is closed, only people with an account. */
export function describeInvitation(signUp: Settings["signUp"]): string {
  const link = "They get an email with a link that works once, for 7 days.";
  return signUp === "closed"
    ? `${link} Sign-up is closed here, so you can only invite people who already have an account.`
    : link;
}
