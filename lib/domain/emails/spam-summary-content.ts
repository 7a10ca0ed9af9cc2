import { countOf } from "#lib/core/count";
import { withoutLinks } from "#lib/core/unlinked";
import type { SpamSummary } from "#lib/domain/deliveries/email-data";
import { type NoticeContent, nameWorkspace } from "#lib/domain/emails/notice-text";

/** Writes the weekly summary of spam. Visitors' texts can't become links. */
export function spamSummaryContent(data: SpamSummary): NoticeContent {
  const { spam, suspected } = data;
  const senders = data.senders.flatMap((sender) => withoutLinks(sender, 60) || []);
  const delivered =
    suspected === 0
      ? []
      : [`${countOf(suspected, "message")} looked like spam and stayed in your inbox.`];
  return {
    subject: `Spam this week: ${countOf(spam, "message")}`,
    title: `Spam this week: ${countOf(spam, "message")}`,
    paragraphs: [
      `In ${nameWorkspace(data.workspaceName, "your workspace")}, ${countOf(spam, "message")} went to spam in the last 7 days.`,
      ...(senders.length > 0 ? [`Among them: ${senders.join(", ")}.`] : []),
      ...delivered,
    ],
    action: { label: "Look through spam", href: data.link },
    notes: ["To stop these emails, open Settings, then Spam filter."],
    reason: "You’re receiving this because you asked for it in the settings of the workspace.",
  };
}
