import type { Db } from "#lib/adapters/db/database";
import { messageId } from "#lib/adapters/email/email";
import { cutCharacters, toLine } from "#lib/core/characters";
import type { Context } from "#lib/core/context";
import { formatDayOf } from "#lib/core/dates";
import { FieldPairs, valuesNamed } from "#lib/core/fields/fields";
import { letterParts } from "#lib/core/fields/letter-parts";
import { type FoundSender, withSender } from "#lib/core/fields/sender";
import { settings } from "#lib/core/settings/settings";
import { fillText } from "#lib/core/texts";
import { writeSubject } from "#lib/domain/emails/subject";
import type { WrittenReply } from "#lib/domain/emails/written-reply";
import type { KnownField } from "#lib/domain/forms/fields/schema";
import { showFields } from "#lib/domain/forms/fields/shown-fields";
import { readPage } from "#lib/domain/forms/page/form-page";
import type { PageContent } from "#lib/domain/forms/page/page-schema";
import { FormSettings } from "#lib/domain/forms/schema";

/** The line above a quote in the language of a form's pages. `wrote` contains `{date}`. */
export type QuoteWordsOf = (page: Pick<PageContent, "language">) => {
  language: string;
  wrote: string;
};

/** The maximum number of characters of the visitor's message that a reply quotes. */
const MAX_QUOTED = 10_000;
/** The maximum number of earlier emails that a reply references. */
const MAX_REFERENCES = 10;

export type RepliedMessage = {
  id: string;
  formId: string;
  receivedAt: Date;
  fields: unknown;
  form: { name: string; settings: unknown };
  sender: FoundSender;
  known: readonly KnownField[];
};

/** Returns the text to quote: the message itself, or else all values under their labels. */
function quoteOf(fields: FieldPairs, { sender, known }: RepliedMessage): string {
  const { body, others } = letterParts(fields, sender, known);
  if (body) return cutCharacters(body.text, MAX_QUOTED);
  const lines = showFields(others, known).map(
    ({ label, values }) => `${label}: ${values.join(", ")}`,
  );
  return cutCharacters(lines.join("\n"), MAX_QUOTED);
}

/**
 * Returns the Message-IDs of the earlier emails about the message, the oldest first: those to the visitor, and at the
 * end the notification, so that the visitor's response is threaded with it in the mailbox of the person who replies.
 */
async function readReferences(
  tx: Db,
  { workspaceId }: Context,
  submissionId: string,
  replyTo: string,
): Promise<string[]> {
  const sent = await tx.delivery.findMany({
    where: {
      workspaceId,
      submissionId,
      channel: "email",
      kind: { in: ["notification", "visitor_reply", "reply"] },
      attemptCount: { gt: 0 },
    },
    select: { kind: true, email: true, dedupeKey: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const notifications = sent.filter(({ kind }) => kind === "notification");
  const own = notifications.find(({ email }) => email === replyTo) ?? notifications[0];
  const toVisitor = sent.filter(({ kind }) => kind !== "notification").slice(-MAX_REFERENCES);
  const { from } = settings().email;
  return [...toVisitor, ...(own ? [own] : [])].map(({ dedupeKey }) => messageId(dedupeKey, from));
}

/**
 * Composes the email with a reply, as it will be sent.
 *
 * @param replyTo - whoever gets the visitor's answer
 * @param quoteWordsOf - makes the line above the quote, in the form's language
 */
export async function draftReply(
  tx: Db,
  ctx: Context,
  message: RepliedMessage,
  { text, replyTo }: Pick<WrittenReply, "text" | "replyTo">,
  quoteWordsOf: QuoteWordsOf,
): Promise<WrittenReply> {
  const fields = FieldPairs.parse(message.fields);
  const { name: formName } = message.form;
  const { subject } = FormSettings.pick({ subject: true }).strip().parse(message.form.settings);
  const { language, wrote } = quoteWordsOf(await readPage(tx, ctx, message.formId));
  const { timeZone } = await tx.workspace.findUniqueOrThrow({
    where: { id: ctx.workspaceId },
    select: { timeZone: true },
  });
  const date = formatDayOf(language, message.receivedAt.getTime(), timeZone ?? "UTC");
  const notified = writeSubject(subject, {
    formName,
    valuesOf: (name) => valuesNamed(withSender(fields, message.sender), [name]),
  });
  return {
    language,
    formName: toLine(formName, 80),
    subject: `Re: ${notified}`,
    text,
    replyTo,
    quote: {
      intro: fillText(wrote, { date }, language),
      text: quoteOf(fields, message),
    },
    references: await readReferences(tx, ctx, message.id, replyTo.address),
  };
}
