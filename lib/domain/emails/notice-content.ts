import { toLine } from "#lib/core/characters";
import { countOf, formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import { toUnlinkedName } from "#lib/core/unlinked";
import type { EmailData } from "#lib/domain/deliveries/email-data";
import { accountContent, OWNER_REASON } from "#lib/domain/emails/account-content";
import { enteredReason, type NoticeContent } from "#lib/domain/emails/notice-text";
import { hasPlans } from "#lib/domain/usage/get-usage";

type DataOf<Kind extends EmailData["kind"]> = Extract<EmailData, { kind: Kind }>;

/**
 * @param email - the address to confirm
 * @param timeZone - the workspace's; UTC without one
 */
export function toNoticeContent(
  data: EmailData,
  email: string,
  baseUrl: string,
  timeZone: string | null = null,
): NoticeContent {
  switch (data.kind) {
    case "verification":
      return verificationContent(data, email);
    case "account":
      return accountContent(data, timeZone, baseUrl);
    case "allowance":
      return allowanceContent(data, baseUrl);
    case "webhook_notice":
      return webhookContent(data, baseUrl);
  }
}

function verificationContent(data: DataOf<"verification">, email: string): NoticeContent {
  const name = toUnlinkedName(data.workspaceName, 80);
  const workspace = name === null ? "A workspace" : `The workspace “${name}”`;
  return {
    subject: "Confirm your email address to receive form messages",
    title: "Confirm your email address",
    paragraphs: [
      `${workspace} wants to send messages from its website forms to ${email}.`,
      "You won’t get any messages until you confirm.",
    ],
    action: { label: "Confirm email address", href: data.link },
    notes: [
      "This link works once and expires in 24 hours.",
      "Don’t recognize this? You can ignore this email.",
    ],
    reason: enteredReason(),
  };
}

const MORE = "The people who run this service can raise it.";

/** Describes a percentage of the allowance, and its effect on new messages. */
function describeUse(percent: number, month: string) {
  const more = (purpose: string) => (hasPlans() ? `Upgrade your plan ${purpose}.` : MORE);
  if (percent >= 200)
    return {
      subject: "Your forms are rejecting messages",
      now: `That’s twice your allowance. New messages are rejected until the month ends (UTC), and visitors see an error. ${more("to accept messages again right away")}`,
    };
  if (percent >= 100)
    return {
      subject: `You’ve used all your messages for ${month}`,
      title: "You’ve used all your messages this month",
      now: `New messages are stored in your inbox, but their emails and webhook events are held until the next month begins (UTC). ${more("to send them right away")} At twice your allowance, new messages are rejected.`,
    };
  return {
    subject: `You’ve used ${percent}% of your messages for ${month}`,
    title: `You’ve used ${percent}% of this month’s messages`,
    now: "At 100%, new messages are still stored, but their emails and webhook events are held until the next month begins (UTC). Spam doesn’t count.",
  };
}

function allowanceContent(data: DataOf<"allowance">, baseUrl: string): NoticeContent {
  const workspace = toLine(data.workspaceName, 80);
  const month = formatUtc(data.month, "month");
  const { accepted, allowance } = data;
  const used =
    accepted > allowance
      ? `${countOf(accepted, "message")} in ${month}. Your allowance is ${formatCount(allowance)}.`
      : `${formatCount(accepted)} of the ${countOf(allowance, "message")} in your allowance for ${month}.`;
  const received = `The workspace “${workspace}” has received ${used}`;
  const { now, ...heading } = describeUse(data.percent, month);
  return {
    ...heading,
    paragraphs: [received, now],
    action: { label: hasPlans() ? "View usage and plans" : "View usage", href: `${baseUrl}/usage` },
    reason: OWNER_REASON,
  };
}

/** Describes a webhook's new health: a phrase for the subject, the cause, and what to do. */
function describeHealth({ health, isGone, host, destination }: DataOf<"webhook_notice">) {
  const noun = destination === null ? "webhook" : "destination";
  switch (health) {
    case "healthy":
      return {
        state: "has recovered",
        what: `${host} is accepting events again.`,
        next: `Delivery has resumed. You can retry failed events on the ${noun}’s page.`,
      };
    case "failing":
      return {
        state: "is failing",
        what: `The last three attempts to send an event to ${host} failed.`,
        next: "We’re still sending events, and repeat those that fail. Once you’ve fixed the endpoint, you can retry the ones that we gave up on.",
      };
    case "suspended":
      return {
        state: "is suspended",
        what: isGone
          ? destination === null
            ? `${host} responded with 410 Gone, which tells us to stop sending events.`
            : `${host} responded that this URL no longer exists, so we stopped sending events.`
          : `${host} hasn’t accepted an event for at least five days.`,
        next: "New events are stored but not sent. Fix the endpoint and send a test event to resume delivery, then retry the stored events.",
      };
  }
}

function webhookContent(data: DataOf<"webhook_notice">, baseUrl: string): NoticeContent {
  const form = toLine(data.formName, 80);
  const { state, what, next } = describeHealth(data);
  const { destination } = data;
  const endpoint =
    destination === null
      ? `The webhook for “${form}”`
      : `The destination “${toLine(destination, 60)}” of “${form}”`;
  const page = destination === null ? "integrations/webhook" : "integrations";
  return {
    subject: `${endpoint} ${state}`,
    paragraphs: [what, next],
    action: { label: "View deliveries", href: `${baseUrl}/forms/${data.formId}/${page}` },
    notes: [
      "Your messages aren’t affected. They’re in your inbox, and email notifications are still sent.",
    ],
    reason: `You’re receiving this because you’re an owner of the workspace “${toLine(data.workspaceName, 80)}”.`,
  };
}
