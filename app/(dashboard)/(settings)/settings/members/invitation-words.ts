import type { Settings } from "#lib/core/settings/settings";

/** With closed sign-up, an invitation to anyone else can't be accepted. */
export function describeInvitation(signUp: Settings["signUp"]): string {
  const link = "They get an email with a link that works once, for 7 days.";
  return signUp === "closed"
    ? `${link} Sign-up is closed here, so you can only invite people who already have an account.`
    : link;
}
