import { z } from "zod";
import { formatBytes } from "#lib/core/count";
import { FieldPairs, findReplyTo, findSender, valuesNamed } from "#lib/core/fields/fields";
import { brandLines } from "#lib/domain/emails/brand-lines";
import type { DueEmail } from "#lib/domain/emails/due-email";
import { toEmailFields, toLine, toTimeText } from "#lib/domain/emails/message-text";
import { writeSubject } from "#lib/domain/emails/subject";
import { KnownField } from "#lib/domain/forms/fields/schema";
import { showFields } from "#lib/domain/forms/fields/shown-fields";
import { FormSettings } from "#lib/domain/forms/schema";

export const LEFT_EMPTY = "empty";

/** The content of a notification, for both HTML and text. */
export type NotificationContent = ReturnType<typeof toNotificationContent>;

/** The message that a notification is about. */
export type NotifiedMessage = Pick<
  DueEmail,
  "fields" | "attachments" | "formSettings" | "formFields"
> & { receivedAt: Date; preview: string; formName: string };

/**
 * @param links - the message, and the page where the recipient can mark it as spam
 * @throws if the row's columns are invalid
 */
export function toNotificationContent(
  message: NotifiedMessage,
  links: { link: string; spamLink: string | null },
) {
  const { subject } = FormSettings.pick({ subject: true }).strip().parse(message.formSettings);
  const formName = toLine(message.formName, 80);
  const fields = FieldPairs.parse(message.fields);
  const known = z.array(KnownField.strip()).parse(message.formFields ?? []);
  const replyTo = findReplyTo(fields);
  const name = toLine(findSender(fields).name ?? "", 100) || null;
  const until = message.attachments[0]?.expiresAt;
  return {
    subject: writeSubject(subject, {
      formName: message.formName,
      valuesOf: (name) => valuesNamed(fields, [name]),
    }),
    preview: toLine(message.preview, 120),
    title: name ?? replyTo ?? formName,
    /** The visitor's address, if the title doesn't say it. */
    address: name === null ? null : replyTo,
    formName,
    receivedAt: toTimeText(message.receivedAt),
    ...toEmailFields(showFields(fields, known)),
    cutNote: "This message is too long to show in full. Open it to read the rest.",
    files: message.attachments.map(({ filename, sizeBytes }) => ({
      name: toLine(filename, 200),
      size: formatBytes(sizeBytes),
    })),
    filesNote: `Open the message to download. Files ${until ? `are available until ${toTimeText(new Date(until))} and ` : ""}aren’t scanned for malware.`,
    replyTo,
    replyNote: replyTo
      ? `Replies to this email go to ${replyTo}.`
      : "The visitor didn’t leave an email address, so you can’t reply.",
    ...links,
    reason: `You’re receiving this because your address is a recipient of the form “${formName}”.`,
  };
}

/** Indents a visitor's lines so they can't pass for lines of the email itself. */
function setIn(text: string): string[] {
  if (text === "") return [`  (${LEFT_EMPTY})`];
  return text.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
}

export function toNotificationText(content: NotificationContent): string {
  const { fields, files } = content;
  return [
    content.title,
    ...(content.address ? [content.address] : []),
    `${content.formName} · ${content.receivedAt}`,
    ...fields.flatMap(({ label, values }) => ["", `${label}:`, ...values.flatMap(setIn)]),
    ...(content.isCut ? ["", content.cutNote] : []),
    ...(files.length > 0
      ? ["", "Files:", ...files.map(({ name, size }) => `  ${name} (${size})`), content.filesNote]
      : []),
    "",
    content.replyNote,
    "",
    "Open message:",
    content.link,
    ...(content.spamLink ? ["", "Mark as spam:", content.spamLink] : []),
    "",
    "--",
    content.reason,
    ...brandLines(),
    "",
  ].join("\n");
}
