import { settings } from "#lib/core/settings/settings";
import { toUnlinkedName } from "#lib/core/unlinked";
import type {
  AccessEnded,
  AccountData,
  AccountLink,
  InvitationNotice,
  RecipientBlocked,
  TokenExpiring,
} from "#lib/domain/deliveries/email-data";
import { assignedContent, mentionedContent } from "#lib/domain/emails/colleague-content";
import { toTimeText } from "#lib/domain/emails/message-text";
import {
  accountReason,
  enteredReason,
  type NoticeContent,
  nameWorkspace,
} from "#lib/domain/emails/notice-text";
import { securityContent } from "#lib/domain/emails/security-content";
import { spamSummaryContent } from "#lib/domain/emails/spam-summary-content";

export const OWNER_REASON = "You’re receiving this because you’re an owner of this workspace.";

/** The dashboard finds the captured email by this subject. */
export const EMAIL_VERIFICATION_SUBJECT = "Confirm your email address";

const LINK_CONTENTS: Readonly<Record<AccountLink["purpose"], (link: string) => NoticeContent>> = {
  email_verification: (href) => ({
    subject: EMAIL_VERIFICATION_SUBJECT,
    paragraphs: [
      `Someone signed up for ${settings().brand.name} with this address. If it was you, confirm that the address is yours.`,
      "Your forms can then notify you here.",
    ],
    action: { label: "Confirm email address", href },
    notes: [
      "This link works once and expires in 24 hours.",
      "Didn’t sign up? Open the link and select “This wasn’t me”. The account is then deleted.",
    ],
    reason: enteredReason(),
  }),
  password_reset: (href) => ({
    subject: "Reset your password",
    paragraphs: ["We received a request to reset the password for your account."],
    action: { label: "Set a new password", href },
    notes: [
      "This link works once and expires in 30 minutes. Setting a new password signs you out on all other devices.",
      "Didn’t request this? You can ignore this email. Your password won’t change.",
    ],
    reason: accountReason(),
  }),
  email_change: (href) => ({
    subject: "Confirm your new email address",
    paragraphs: ["We received a request to change your account’s email to this address."],
    action: { label: "Confirm new email", href },
    notes: [
      "This link works once and expires in 30 minutes. Until you confirm, sign in with your current address.",
      "Didn’t request this? You can ignore this email, or open the link and select “This wasn’t me” to cancel the change.",
    ],
    reason: enteredReason(),
  }),
  email_changed: (href) => ({
    subject: "Your sign-in email was changed",
    paragraphs: [
      "Sign in with your new address from now on. The change was made with your password and confirmed from the new address.",
    ],
    action: { label: "Sign in", href },
    notes: ["If this wasn’t you, contact the operator of this service right away."],
    reason: "You’re receiving this because your account used this address until now.",
  }),
};

function tokenExpiringContent(data: TokenExpiring, timeZone: string | null): NoticeContent {
  const token = toUnlinkedName(data.tokenName, 100);
  const workspace = nameWorkspace(data.workspaceName, "your workspace");
  const expires = toTimeText(new Date(data.expiresAt), timeZone);
  return {
    subject: "An API token that you use expires soon",
    title: "An API token expires soon",
    paragraphs: [
      `The API token${token === null ? "" : ` “${token}”`} of ${workspace} expires on ${expires}. It was used in the last 30 days.`,
      "After that, apps that use it get an error. Create a new token and switch to it before then.",
    ],
    action: { label: "Create a token", href: data.link },
    reason: OWNER_REASON,
  };
}

const BLOCKED_TEXTS = {
  bounced: {
    state: "bounces",
    what: (email: string) =>
      `An email to ${email} came back: the address doesn’t exist or no longer accepts email.`,
  },
  complained: {
    state: "marked an email as spam",
    what: (email: string) => `The person who reads ${email} marked one of our emails as spam.`,
  },
} as const;

function recipientBlockedContent(data: RecipientBlocked): NoticeContent {
  const { state, what } = BLOCKED_TEXTS[data.reason];
  return {
    subject: `A recipient ${state}: notifications to it have stopped`,
    title: `A recipient ${state}`,
    paragraphs: [
      what(data.email),
      `It gets no more messages from ${nameWorkspace(data.workspaceName, "your workspace")}. Confirm the address again, or replace it in your forms.`,
    ],
    action: { label: "View recipients", href: data.link },
    notes: ["Your messages aren’t affected. They’re in your inbox."],
    reason: OWNER_REASON,
  };
}

/** An email about the receiver's own account. */
export function accountContent(
  data: AccountData,
  timeZone: string | null,
  baseUrl: string,
): NoticeContent {
  if (data.purpose === "invitation") return invitationContent(data);
  if (data.purpose === "access_ended") return accessEndedContent(data);
  if (data.purpose === "token_expiring") return tokenExpiringContent(data, timeZone);
  if (data.purpose === "spam_summary") return spamSummaryContent(data);
  if (data.purpose === "assigned") return assignedContent(data);
  if (data.purpose === "mentioned") return mentionedContent(data);
  if (data.purpose === "recipient_blocked") return recipientBlockedContent(data);
  return "link" in data
    ? LINK_CONTENTS[data.purpose](data.link)
    : securityContent(data, timeZone, baseUrl);
}

const DUTIES = {
  owner: "As an owner, you can do everything there, including managing members and API tokens.",
  member: "As a member, you can read messages and manage forms and recipients.",
} as const;

/** Composes an invitation. Its reader may not know this service. */
function invitationContent(data: InvitationNotice): NoticeContent {
  const person = data.inviterName === null ? null : toUnlinkedName(data.inviterName, 80);
  const inviter = person === null ? data.inviter : `${person} (${data.inviter})`;
  const name = toUnlinkedName(data.workspaceName, 80);
  const workspace = nameWorkspace(data.workspaceName, "their workspace");
  return {
    subject: `${person ?? data.inviter} invited you to ${name ?? "a workspace"} on ${settings().brand.name}`,
    title: name === null ? "You’re invited to a workspace" : `You’re invited to ${name}`,
    paragraphs: [
      `${inviter} invited you to join ${workspace} in ${settings().brand.name}, a form backend for websites.`,
      DUTIES[data.role],
    ],
    action: { label: "View invitation", href: data.link },
    notes: [
      "This link works once and expires in 7 days.",
      "Don’t recognize this? You can ignore this email. Nothing happens unless you accept.",
    ],
    reason: enteredReason(),
  };
}

function accessEndedContent(data: AccessEnded): NoticeContent {
  const workspace = nameWorkspace(data.workspaceName, "a workspace");
  return {
    subject: "You no longer have access to a workspace",
    paragraphs: [
      data.isDeleted
        ? `An owner deleted ${workspace} with everything in it.`
        : `An owner removed you from ${workspace}.`,
      "Your account and your other workspaces aren’t affected. If you had none, we created an empty one for you.",
    ],
    action: { label: "Sign in", href: data.link },
    notes: data.isDeleted ? [] : ["Is this a mistake? Ask an owner to invite you again."],
    reason: "You’re receiving this because you were a member of this workspace.",
  };
}
