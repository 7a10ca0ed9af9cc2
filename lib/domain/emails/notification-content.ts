import { z } from "zod";
import { toLine } from "#lib/core/characters";
import { formatBytes } from "#lib/core/count";
import { MessageContext } from "#lib/core/fields/context-schema";
import { FieldPairs, valuesNamed } from "#lib/core/fields/fields";
import { isBodyName, letterParts } from "#lib/core/fields/letter-parts";
import { type ContextLine, contextLines } from "#lib/core/fields/message-context";
import { completeSender, type FoundSender, findPhone, withSender } from "#lib/core/fields/sender";
import { brandLines } from "#lib/domain/emails/brand-lines";
import type { DueEmail } from "#lib/domain/emails/due-email";
import { indentLines, toEmailFields, toTimeText } from "#lib/domain/emails/message-text";
import { canReplyTo, namedAddress } from "#lib/domain/emails/named-address";
import { writeSubject } from "#lib/domain/emails/subject";
import { KnownField } from "#lib/domain/forms/fields/schema";
import { showFields } from "#lib/domain/forms/fields/shown-fields";
import { FormSettings } from "#lib/domain/forms/schema";
import { Judgment } from "#lib/domain/spam/judgment";
import { describeSignals } from "#lib/domain/spam/signals";

/** The content of a notification, for both HTML and text. */
export type NotificationContent = ReturnType<typeof toNotificationContent>;

/** The message that a notification is about. */
export type NotifiedMessage = Pick<
  DueEmail,
  | "fields"
  | "senderName"
  | "senderEmail"
  | "formSettings"
  | "formFields"
  | "suspicion"
  | "timeZone"
  | "context"
> & {
  receivedAt: Date;
  preview: string;
  formName: string;
  attachments: readonly Pick<
    DueEmail["attachments"][number],
    "filename" | "sizeBytes" | "expiresAt"
  >[];
};

/** The links of a notification, and whether the message's files are attached. */
type NotificationLinks = { link: string; spamLink: string | null; areFilesAttached?: boolean };

/**
 * @param links - the message, and the page where the recipient can mark it as spam
 * @throws if the row's columns are invalid
 */
export function toNotificationContent(
  message: NotifiedMessage,
  { areFilesAttached = false, ...links }: NotificationLinks,
) {
  const { subject } = FormSettings.pick({ subject: true }).strip().parse(message.formSettings);
  const formName = toLine(message.formName, 80);
  const fields = FieldPairs.parse(message.fields);
  const known = z.array(KnownField.strip()).parse(message.formFields ?? []);
  const stored = { name: message.senderName, email: message.senderEmail };
  const sender = completeSender(stored, fields, known);
  const { email: address } = sender;
  const name = toLine(sender.name ?? "", 100) || null;
  const replyTo = address !== null && canReplyTo(address) ? address : null;
  const until = message.attachments[0]?.expiresAt;
  const { timeZone } = message;
  return {
    subject: writeSubject(subject, {
      formName: message.formName,
      valuesOf: (name) => valuesNamed(withSender(fields, sender), [name]),
    }),
    preview: toLine(message.preview, 120),
    title: name ?? address ?? findPhone(fields, known) ?? "Someone",
    /** The visitor's address, unless the title shows it. */
    address: name === null ? null : address,
    formName,
    receivedAt: toTimeText(message.receivedAt, timeZone),
    suspicion: message.suspicion === null ? null : describeSuspicion(message.suspicion),
    // A name that the title shortens is shown in full below.
    ...toLetter(fields, known, { name: sender.name === name ? name : null, email: address }),
    /** The page that the message was sent from. */
    context: contextLines(MessageContext.nullable().parse(message.context ?? null)),
    cutNote: "This message is too long to show in full. Open it to read the rest.",
    files: message.attachments.map(({ filename, sizeBytes }) => ({
      name: toLine(filename, 200),
      size: formatBytes(sizeBytes),
    })),
    filesNote: `${areFilesAttached ? "Attached to this email." : "Open the message to download."} Files ${until ? `are available until ${toTimeText(new Date(until), timeZone)} and ` : ""}aren’t scanned for malware.`,
    /** The `Reply-To` header, with the visitor's name. */
    replyTo: replyTo === null ? null : namedAddress(name ?? "", replyTo),
    replyNote: describeReply(address, replyTo),
    ...links,
    reason: `You’re receiving this because your address is a recipient of the form “${formName}”.`,
  };
}

/**
 * Writes the message first, then the other fields without the name and address that the head shows. The message has no
 * label if that only says "message".
 */
function toLetter(pairs: FieldPairs, known: readonly KnownField[], sender: FoundSender) {
  const { body, others } = letterParts(pairs, sender, known);
  const first = body ? showFields([[body.name, body.text]], known) : [];
  const { fields, isCut } = toEmailFields([...first, ...showFields(others, known)]);
  const written = body ? fields.shift() : undefined;
  const isPlain = written?.label === body?.name && isBodyName(body?.name ?? "");
  return { body: written && { ...written, label: isPlain ? null : written.label }, fields, isCut };
}

function describeSuspicion(judgment: unknown): string {
  return `Looks like spam: ${describeSignals(Judgment.parse(judgment).signals)}.`;
}

function describeReply(address: string | null, replyTo: string | null): string {
  if (replyTo !== null) return `Replies to this email go to ${replyTo}.`;
  return address === null
    ? "The visitor didn’t leave an email address, so you can’t reply."
    : `Write to ${address} to reply. Replies to this email don’t go there, because the email provider doesn’t accept such addresses.`;
}

export const CONTEXT_TITLE = "Where it was written";

/** Writes a line about the page, with its URL unless the title shows it. */
export function contextText({ label, text, url }: ContextLine): string {
  return `${label}: ${text}${url === null || url === text ? "" : ` (${url})`}`;
}

export function toNotificationText(content: NotificationContent): string {
  const { body, fields, files } = content;
  return [
    content.title,
    ...(content.address ? [content.address] : []),
    `${content.formName} · ${content.receivedAt}`,
    ...(content.suspicion ? ["", content.suspicion] : []),
    ...(body
      ? ["", ...(body.label ? [`${body.label}:`] : []), ...body.values.flatMap(indentLines)]
      : []),
    ...fields.flatMap(({ label, values }) => ["", `${label}:`, ...values.flatMap(indentLines)]),
    ...(content.isCut ? ["", content.cutNote] : []),
    ...(content.context.length > 0
      ? ["", `${CONTEXT_TITLE}:`, ...content.context.map((line) => `  ${contextText(line)}`)]
      : []),
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
