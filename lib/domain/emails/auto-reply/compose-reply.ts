import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { fillText } from "#lib/core/texts";
import { withoutLinks } from "#lib/core/unlinked";
import { optOutUrl } from "#lib/domain/emails/auto-reply/opt-out";
import {
  fieldsToRepeat,
  type RepeatedFields,
  sampleMessage,
} from "#lib/domain/emails/auto-reply/repeated-fields";
import type {
  AutoresponderPreview,
  IncludeAnswers,
  PreviewAutoresponderInput,
} from "#lib/domain/emails/auto-reply/schema";
import { brandLines } from "#lib/domain/emails/brand-lines";
import { indentLines } from "#lib/domain/emails/message-text";
import { getFields } from "#lib/domain/forms/fields/form-fields";
import type { Field } from "#lib/domain/forms/fields/schema";
import { getPage } from "#lib/domain/forms/page/form-page";
import type { PageContent } from "#lib/domain/forms/page/page-schema";
import { requireVerifiedRecipients } from "#lib/domain/recipients/store";

/** The texts that we add to an auto-reply, in the visitor's language. */
export const ReplyWords = z.strictObject({
  language: z.string(),
  /** Contains `{sender}`. */
  reason: z.string(),
  optOut: z.string(),
});
export type ReplyWords = z.output<typeof ReplyWords>;

/** The texts of a reply, and the heading of the repeated fields. */
export type AutoReplyWords = ReplyWords & { sent: string };

/** Returns the texts in the language of a form's pages. */
export type AutoReplyWordsOf = (page: Pick<PageContent, "language">) => AutoReplyWords;

type Draft = {
  subject: string;
  message: string;
  words: ReplyWords;
  repeated?: RepeatedFields | undefined;
};

/** The content of an auto-reply, for HTML and text. */
export type AutoReply = ReturnType<typeof composeReply>;

/**
 * Composes the auto-reply to a visitor; the preview uses the same function. Pure. It contains the owner's
 * text, our texts around it, and the fields that {@link fieldsToRepeat} allows. Other input is left out,
 * because it could be anyone's advertisement.
 *
 * @param optOutUrl - the visitor's own signed link, or a placeholder
 * @param sender - the recipient of the visitor's message: the brand's name, or else the workspace's
 */
export function composeReply(
  { subject, message, words, repeated }: Draft,
  optOutUrl: string,
  sender: string,
) {
  return {
    subject,
    message: message.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"),
    repeated: repeated ?? null,
    language: words.language,
    reason: fillText(words.reason, { sender: withoutLinks(sender, 80) }, words.language),
    optOut: { label: words.optOut, url: optOutUrl },
  };
}

/**
 * The text of an auto-reply. Pure.
 *
 * @param brand - ends the footer, see {@link brandLines}
 */
export function toReplyText(
  { message, repeated, reason, optOut }: AutoReply,
  brand: readonly string[],
): string {
  const fields = repeated?.fields.flatMap(({ label, values }) => [
    "",
    `${label}:`,
    ...values.flatMap(indentLines),
  ]);
  const part = repeated && fields ? `\n\n${repeated.title}\n${fields.join("\n")}` : "";
  const footer = [reason, optOut.label, optOut.url, ...brand];
  return `${message}${part}\n\n-- \n${footer.join("\n")}\n`;
}

/** Replaces the visitor's own link in previews. */
const PLACEHOLDER_TOKEN = "PREVIEW";

type Drafted = {
  subject: string;
  message: string;
  words: AutoReplyWords;
  includeAnswers: IncludeAnswers;
};

/**
 * An auto-reply with a placeholder for the opt-out link, and sample values for the form's fields. Pure.
 *
 * @param form - its fields, and whether visitors confirm their messages
 * @param sender - the recipient of the visitor's message, as in {@link composeReply}
 */
export function previewReply(
  { words: { sent: title, ...words }, includeAnswers, ...draft }: Drafted,
  form: { known: readonly Field[]; isConfirmed: boolean; now: Date },
  sender: string,
): AutoReply {
  const sample = sampleMessage(form.known, form);
  const fields = fieldsToRepeat(includeAnswers, sample, words.language);
  const repeated = fields.length > 0 ? { title, fields } : undefined;
  return composeReply({ ...draft, words, repeated }, optOutUrl(PLACEHOLDER_TOKEN), sender);
}

/** Reads the form's data that a preview needs. @throws {AppError} not_found */
export async function readPreviewed(ctx: Context, formId: string) {
  const [page, { fields: known }] = await Promise.all([
    getPage(ctx, formId),
    getFields(ctx, formId),
  ]);
  return { page, known, isConfirmed: page.confirmEmail, now: ctx.now };
}

/**
 * Returns the auto-reply as a visitor would receive it. Saves and sends nothing, and needs no
 * widget.
 *
 * @param wordsOf - makes our own words, in the form's language
 * @throws {AppError} not_found, recipient_not_verified
 */
export async function previewAutoresponder(
  ctx: Context,
  formId: string,
  input: PreviewAutoresponderInput,
  wordsOf: AutoReplyWordsOf,
): Promise<AutoresponderPreview> {
  const form = await readPreviewed(ctx, formId);
  const { replyRecipientId: id } = input;
  const recipients = await requireVerifiedRecipients(db(), ctx, [{ id, path: "replyRecipientId" }]);
  const where = { id: ctx.workspaceId };
  const { name, brand } = await db().workspace.findUniqueOrThrow({
    where,
    include: { brand: true },
  });
  const reply = previewReply({ ...input, words: wordsOf(form.page) }, form, brand?.name ?? name);
  return {
    subject: reply.subject,
    replyTo: recipients.get(id)?.email ?? "",
    text: toReplyText(reply, brandLines()),
  };
}
