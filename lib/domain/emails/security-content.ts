import { toUnlinkedName } from "#lib/core/unlinked";
import type { SecurityNotice } from "#lib/domain/deliveries/email-data";
import { toTimeText } from "#lib/domain/emails/message-text";
import { accountReason, type NoticeContent } from "#lib/domain/emails/notice-text";

const TITLES: Readonly<Record<SecurityNotice["purpose"], string>> = {
  password_changed: "Your password was changed",
  password_was_reset: "Your password was reset",
  new_sign_in: "New sign-in to your account",
  token_created: "New API token in your workspace",
  app_connected: "An app was connected to your workspace",
  passkey_added: "A passkey was added to your account",
  passkey_removed: "A passkey was removed from your account",
  identity_linked: "A sign-in provider was connected to your account",
  identity_removed: "A sign-in provider was disconnected from your account",
  authenticator_added: "Two-step verification was turned on",
  authenticator_removed: "Two-step verification was turned off",
  recovery_code_used: "A recovery code was used",
  recovery_codes_created: "New recovery codes were created",
};

function describeEvent({ purpose, name }: SecurityNotice): string {
  const shown = name === null ? null : toUnlinkedName(name, 100);
  const named = shown === null ? "" : ` named “${shown}”`;
  switch (purpose) {
    case "password_changed":
      return "Your password was changed. You’re signed out everywhere else.";
    case "password_was_reset":
      return "Your password was reset with a link that we emailed you. You’re signed out everywhere else.";
    case "new_sign_in":
      return "Someone signed in to your account in a browser that we haven’t seen before.";
    case "token_created":
      return `An API token${named} was created from your account. Apps can use it to access your workspace.`;
    case "app_connected":
      return `An app${named} was connected to your workspace from your account. It can do there what you allowed. You can disconnect it under Settings, API tokens.`;
    case "passkey_added":
      return `From now on, the passkey${named} can sign in to your account without a password.`;
    case "passkey_removed":
      return `The passkey${named} can no longer sign in to your account.`;
    case "identity_linked":
      return `From now on, a sign-in with the provider${named} opens your account, or the workspace that it belongs to.`;
    case "identity_removed":
      return `A sign-in with the provider${named} no longer opens your account.`;
    case "authenticator_added":
      return "From now on, signing in requires a code from your authenticator app as well as your password.";
    case "authenticator_removed":
      return "From now on, your password is enough to sign in. Recovery codes no longer work.";
    case "recovery_code_used":
      return "Someone confirmed their identity with your password and a recovery code instead of your authenticator app. The code can’t be used again.";
    case "recovery_codes_created":
      return "Your account has ten new recovery codes. The earlier ones no longer work.";
  }
}

/** Further steps if it was someone else and a new password isn't enough. */
const MORE_TO_DO: Partial<Record<SecurityNotice["purpose"], string>> = {
  passkey_added:
    "Also remove the passkey under Settings, Account and security. A new password doesn’t disable it.",
  identity_linked:
    "Also disconnect the provider under Settings, Account and security. A new password doesn’t do that.",
  authenticator_added:
    "If we then ask for a code that you don’t have, contact the operator of this service.",
  recovery_codes_created:
    "If we then ask for a code that you don’t have, contact the operator of this service.",
};

/**
 * Writes the email about something that an attacker could have done, and what to do in that case.
 */
export function securityContent(
  data: SecurityNotice,
  timeZone: string | null,
  baseUrl: string,
): NoticeContent {
  const { at, browser, address } = data;
  const more = MORE_TO_DO[data.purpose];
  const where = [
    `Time: ${toTimeText(new Date(at), timeZone)}`,
    ...(browser === null ? [] : [`Browser: ${browser}`]),
    ...(address === null ? [] : [`IP address: ${address}`]),
  ];
  return {
    subject: TITLES[data.purpose],
    paragraphs: [describeEvent(data), ...where],
    action: { label: "Reset my password", href: `${baseUrl}/reset-password` },
    notes: [
      "If this was you, ignore this email.",
      "If it wasn’t, reset your password now. That ends all sessions and revokes your API tokens and connected apps.",
      ...(more ? [more] : []),
    ],
    reason: accountReason(),
  };
}
