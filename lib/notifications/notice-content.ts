import { countOf, formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/moment";
import type { EmailData } from "#lib/deliveries/schema";
import { toLine } from "#lib/notifications/message-text";

/** A short mail with one thing to do: HTML and text are made from it. */
export type NoticeContent = {
  subject: string;
  title: string;
  paragraphs: string[];
  action: { label: string; href: string };
  /** What to do when it was not wanted, or how long it works. */
  notes: string[];
  reason: string;
};

type DataOf<Kind extends EmailData["kind"]> = Extract<EmailData, { kind: Kind }>;

/** @param email - the address that is asked to confirm itself */
export function toNoticeContent(data: EmailData, email: string, baseUrl: string): NoticeContent {
  switch (data.kind) {
    case "verification":
      return verificationContent(data, email);
    case "account":
      return ACCOUNT_CONTENTS[data.purpose](data.link);
    case "allowance":
      return allowanceContent(data, baseUrl);
    case "webhook_notice":
      return webhookContent(data, baseUrl);
  }
}

function verificationContent(data: DataOf<"verification">, email: string): NoticeContent {
  const workspace = toLine(data.workspaceName, 80);
  return {
    subject: "Confirm your address to receive form messages",
    title: "Confirm your address",
    paragraphs: [
      `The workspace “${workspace}” wants to send the messages of its website forms to ${email}.`,
      "Nothing is sent to you before you confirm.",
    ],
    action: { label: "Confirm this address", href: data.link },
    notes: [
      "The link works once, for 24 hours.",
      "You do not know this workspace? Then do nothing: the address stays unconfirmed.",
    ],
    reason: "You get this mail because somebody entered your address in Form Intake Service.",
  };
}

const ACCOUNT_REASON = "You get this mail because there is an account with your address.";

const ACCOUNT_CONTENTS: Readonly<
  Record<DataOf<"account">["purpose"], (link: string) => NoticeContent>
> = {
  password_reset: (href) => ({
    subject: "Set a new password",
    title: "Set a new password",
    paragraphs: ["Somebody, most likely you, asked for a new password for this address."],
    action: { label: "Set a new password", href },
    notes: [
      "The link works once, for 30 minutes. Setting a password signs you out everywhere else.",
      "You did not ask for it? Then do nothing: your password stays as it is.",
    ],
    reason: ACCOUNT_REASON,
  }),
  email_change: (href) => ({
    subject: "Confirm your new address",
    title: "Confirm your new address",
    paragraphs: ["Somebody, most likely you, wants to sign in with this address from now on."],
    action: { label: "Use this address", href },
    notes: [
      "The link works once, for 30 minutes. Until then the old address signs in.",
      "You did not ask for it? Then do nothing: nothing changes.",
    ],
    reason: "You get this mail because somebody entered your address in Form Intake Service.",
  }),
  email_changed: (href) => ({
    subject: "Your account has another address now",
    title: "Your account has another address now",
    paragraphs: [
      "Your account signs in with a new address from now on. It was asked for with your password, and confirmed from the new mailbox.",
    ],
    action: { label: "Sign in", href },
    notes: ["That was not you? Then tell whoever runs this service at once."],
    reason: "You get this mail because your account had this address until now.",
  }),
};

function allowanceContent(data: DataOf<"allowance">, baseUrl: string): NoticeContent {
  const workspace = toLine(data.workspaceName, 80);
  const month = formatUtc(data.month, "month");
  const { accepted, allowance } = data;
  const used =
    accepted > allowance
      ? `${countOf(accepted, "message")} in ${month}, and its plan allows ${formatCount(allowance)}.`
      : `${formatCount(accepted)} of ${countOf(allowance, "message")} that its plan allows in ${month}.`;
  const isUsedUp = data.percent >= 100;
  return {
    subject: isUsedUp
      ? `All messages of ${month} are used`
      : `${data.percent} % of the messages of ${month} are used`,
    title: isUsedUp ? "No more messages this month" : `${data.percent} % of this month’s messages`,
    paragraphs: isUsedUp
      ? [
          `The workspace “${workspace}” has received ${used}`,
          "New messages are refused until the month ends (UTC), and their visitors are told so. A larger plan lets them in at once.",
        ]
      : [
          `The workspace “${workspace}” has received ${used}`,
          "When all are used, new messages are refused until the month ends (UTC). Spam does not count.",
        ],
    action: { label: "See usage and plans", href: `${baseUrl}/usage` },
    notes: [],
    reason: "You get this mail because you are a member of this workspace.",
  };
}

/** What a receiver's health has become, in a subject, a title and what it means. */
function tellHealth({ health, isGone, host }: DataOf<"webhook_notice">) {
  switch (health) {
    case "healthy":
      return {
        state: "works again",
        what: `${host} has taken an event again.`,
        next: "New events are sent as ever. Those that failed meanwhile can be sent again by hand, from the webhook’s page.",
      };
    case "failing":
      return {
        state: "is failing",
        what: `Three events in a row were not taken by ${host}, and every attempt to send them is used up.`,
        next: "New events are still sent. Those that failed can be sent again by hand once the receiver is mended.",
      };
    case "suspended":
      return {
        state: "is suspended",
        what: isGone
          ? `${host} answered that it is gone (410) and wants no more events.`
          : `${host} has taken no event for five days or more.`,
        next: "New events are kept, but not sent. Mend the receiver and send a test, which ends the suspension; then send the kept events by hand.",
      };
  }
}

function webhookContent(data: DataOf<"webhook_notice">, baseUrl: string): NoticeContent {
  const form = toLine(data.formName, 80);
  const { state, what, next } = tellHealth(data);
  return {
    subject: `The webhook of “${form}” ${state}`,
    title: `The webhook of “${form}” ${state}`,
    paragraphs: [what, next],
    action: { label: "See its deliveries", href: `${baseUrl}/forms/${data.formId}/webhook` },
    notes: ["Messages are not affected: they are in the inbox, and mails about them are sent."],
    reason: `You get this mail because you are a member of the workspace “${toLine(data.workspaceName, 80)}”.`,
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
