import { countOf, formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/moment";
import type { EmailData, LinkPurpose } from "#lib/deliveries/schema";
import { accessEndedContent, invitationContent } from "#lib/notifications/member-content";
import { toLine } from "#lib/notifications/message-text";
import type { DataOf, NoticeContent } from "#lib/notifications/notice";

/** @param email - the address to confirm */
export function toNoticeContent(data: EmailData, email: string, baseUrl: string): NoticeContent {
  switch (data.kind) {
    case "verification":
      return verificationContent(data, email);
    case "account":
      return accountContent(data);
    case "allowance":
      return allowanceContent(data, baseUrl);
    case "webhook_notice":
      return webhookContent(data, baseUrl);
  }
}

function verificationContent(data: DataOf<"verification">, email: string): NoticeContent {
  const workspace = toLine(data.workspaceName, 80);
  return {
    subject: "Confirm your email address to receive form messages",
    title: "Confirm your email address",
    paragraphs: [
      `The workspace “${workspace}” wants to send messages from its website forms to ${email}.`,
      "You won’t get any messages until you confirm.",
    ],
    action: { label: "Confirm email address", href: data.link },
    notes: [
      "This link works once and expires in 24 hours.",
      "Don’t recognize this? You can ignore this email.",
    ],
    reason:
      "You’re receiving this because someone entered your email address in Form Intake Service.",
  };
}

function accountContent(data: DataOf<"account">): NoticeContent {
  switch (data.purpose) {
    case "invitation":
      return invitationContent(data);
    case "access_ended":
      return accessEndedContent(data);
    default:
      return ACCOUNT_CONTENTS[data.purpose](data.link);
  }
}

const ACCOUNT_REASON = "You’re receiving this because you have a Form Intake Service account.";

/** An email about a change of how someone signs in. */
function securityContent(title: string, paragraph: string, href: string): NoticeContent {
  return {
    subject: title,
    title,
    paragraphs: [paragraph],
    action: { label: "Review security settings", href },
    notes: [
      "If this wasn’t you, someone else can sign in to your account. Reset your password, and contact the operator of this service right away.",
    ],
    reason: ACCOUNT_REASON,
  };
}

const ACCOUNT_CONTENTS: Readonly<Record<LinkPurpose, (link: string) => NoticeContent>> = {
  password_reset: (href) => ({
    subject: "Reset your password",
    title: "Reset your password",
    paragraphs: ["We received a request to reset the password for your account."],
    action: { label: "Set a new password", href },
    notes: [
      "This link works once and expires in 30 minutes. Setting a new password signs you out on all other devices.",
      "Didn’t request this? You can ignore this email. Your password won’t change.",
    ],
    reason: ACCOUNT_REASON,
  }),
  email_change: (href) => ({
    subject: "Confirm your new email address",
    title: "Confirm your new email address",
    paragraphs: ["We received a request to change your account’s email to this address."],
    action: { label: "Confirm new email", href },
    notes: [
      "This link works once and expires in 30 minutes. Until you confirm, sign in with your current address.",
      "Didn’t request this? You can ignore this email. Nothing will change.",
    ],
    reason:
      "You’re receiving this because someone entered your email address in Form Intake Service.",
  }),
  email_changed: (href) => ({
    subject: "Your sign-in email was changed",
    title: "Your sign-in email was changed",
    paragraphs: [
      "Sign in with your new address from now on. The change was made with your password and confirmed from the new address.",
    ],
    action: { label: "Sign in", href },
    notes: ["If this wasn’t you, contact the operator of this service right away."],
    reason: "You’re receiving this because your account used this address until now.",
  }),
  authenticator_added: (href) =>
    securityContent(
      "Two-step verification was turned on",
      "From now on, signing in takes a code from your authenticator app besides your password.",
      href,
    ),
  authenticator_removed: (href) =>
    securityContent(
      "Two-step verification was turned off",
      "From now on, your password is enough to sign in. Recovery codes no longer work.",
      href,
    ),
  recovery_code_used: (href) =>
    securityContent(
      "A recovery code was used",
      "Someone confirmed their identity with your password and a recovery code instead of your authenticator app. The code can’t be used again.",
      href,
    ),
  passkey_added: (href) =>
    securityContent(
      "A passkey was added to your account",
      "From now on, this passkey can sign in to your account without a password.",
      href,
    ),
};

function allowanceContent(data: DataOf<"allowance">, baseUrl: string): NoticeContent {
  const workspace = toLine(data.workspaceName, 80);
  const month = formatUtc(data.month, "month");
  const { accepted, allowance } = data;
  const used =
    accepted > allowance
      ? `${countOf(accepted, "message")} in ${month}. Your plan includes ${formatCount(allowance)}.`
      : `${formatCount(accepted)} of the ${countOf(allowance, "message")} included in your plan for ${month}.`;
  const isUsedUp = data.percent >= 100;
  return {
    subject: isUsedUp
      ? `You’ve used all your messages for ${month}`
      : `You’ve used ${data.percent}% of your messages for ${month}`,
    title: isUsedUp
      ? "You’ve used all your messages this month"
      : `You’ve used ${data.percent}% of this month’s messages`,
    paragraphs: isUsedUp
      ? [
          `The workspace “${workspace}” has received ${used}`,
          "New messages are rejected until the month ends (UTC), and visitors see an error. Upgrade your plan to accept messages again right away.",
        ]
      : [
          `The workspace “${workspace}” has received ${used}`,
          "At 100%, new messages are rejected until the month ends (UTC). Spam doesn’t count.",
        ],
    action: { label: "View usage and plans", href: `${baseUrl}/usage` },
    notes: [],
    reason: "You’re receiving this because you’re an owner of this workspace.",
  };
}

/** The webhook's new health: a phrase for the subject, what happened, and what to do. */
function describeHealth({ health, isGone, host }: DataOf<"webhook_notice">) {
  switch (health) {
    case "healthy":
      return {
        state: "has recovered",
        what: `${host} is accepting events again.`,
        next: "Delivery has resumed. You can retry failed events on the webhook’s page.",
      };
    case "failing":
      return {
        state: "is failing",
        what: `${host} rejected three events in a row, and all retries failed.`,
        next: "We’re still sending new events. Once you’ve fixed the endpoint, you can retry the ones that failed.",
      };
    case "suspended":
      return {
        state: "is suspended",
        what: isGone
          ? `${host} responded with 410 Gone, which tells us to stop sending events.`
          : `${host} hasn’t accepted an event for at least five days.`,
        next: "New events are stored but not sent. Fix the endpoint and send a test event to resume delivery, then retry the stored events.",
      };
  }
}

function webhookContent(data: DataOf<"webhook_notice">, baseUrl: string): NoticeContent {
  const form = toLine(data.formName, 80);
  const { state, what, next } = describeHealth(data);
  return {
    subject: `The webhook for “${form}” ${state}`,
    title: `The webhook for “${form}” ${state}`,
    paragraphs: [what, next],
    action: { label: "View deliveries", href: `${baseUrl}/forms/${data.formId}/webhook` },
    notes: [
      "Your messages aren’t affected. They’re in your inbox, and email notifications are still sent.",
    ],
    reason: `You’re receiving this because you’re an owner of the workspace “${toLine(data.workspaceName, 80)}.”`,
  };
}

export function toNoticeText(content: NoticeContent): string {
  return [
    content.title,
    ...content.paragraphs.flatMap((paragraph) => ["", paragraph]),
    "",
    `${content.action.label}:`,
    content.action.href,
    ...content.notes.flatMap((note) => ["", note]),
    "",
    "--",
    content.reason,
    "",
  ].join("\n");
}
