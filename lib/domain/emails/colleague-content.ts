import { hasContent, toPlainBlock } from "#lib/core/characters";
import { countOf } from "#lib/core/count";
import { withoutLinks } from "#lib/core/unlinked";
import type { Assigned, Mentioned } from "#lib/domain/deliveries/email-data";
import { isolatedLine } from "#lib/domain/emails/message-text";
import { type NoticeContent, nameWorkspace } from "#lib/domain/emails/notice-text";

const reasonOf = ({ workspaceName }: Assigned | Mentioned) =>
  `You’re receiving this because you’re a member of ${nameWorkspace(workspaceName, "this workspace")}.`;

/** Describes one message by its sender and form, without anything that could become a link. */
function describeMessage({ sender, formName }: Assigned | Mentioned): string {
  const who = withoutLinks(sender, 80);
  const form = `“${withoutLinks(formName, 80)}”`;
  return who === ""
    ? `a message through ${form}`
    : `the message from ${isolatedLine(who)} through ${form}`;
}

const nameOf = ({ by }: Assigned | Mentioned) => withoutLinks(by, 80) || "Someone";

/** Notifies a member that messages were assigned to them. */
export function assignedContent(data: Assigned): NoticeContent {
  const { count, link } = data;
  const by = nameOf(data);
  const what = count === 1 ? "a message" : countOf(count, "message");
  return {
    subject: `${by} assigned ${what} to you`,
    paragraphs: [
      count === 1 ? `It’s ${describeMessage(data)}.` : `Among them is ${describeMessage(data)}.`,
    ],
    action: { label: count === 1 ? "Open message" : "Open your messages", href: link },
    reason: reasonOf(data),
  };
}

/** Notifies a member that a note mentions them. Colleagues may write links. */
export function mentionedContent(data: Mentioned): NoticeContent {
  const { count } = data;
  const about =
    count === 1
      ? describeMessage(data)
      : `${countOf(count, "message")}, among them ${describeMessage(data)}`;
  return {
    subject: `${nameOf(data)} mentioned you in a note`,
    paragraphs: [
      `The note is about ${about}:`,
      ...toPlainBlock(data.text).split("\n").filter(hasContent),
    ],
    action: { label: count === 1 ? "Open message" : "Open messages with notes", href: data.link },
    reason: reasonOf(data),
  };
}
