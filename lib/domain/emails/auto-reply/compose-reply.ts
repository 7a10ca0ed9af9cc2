import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { fillText } from "#lib/core/texts";
import { withoutLinks } from "#lib/core/unlinked";
import { optOutUrl } from "#lib/domain/emails/auto-reply/opt-out";
import type {
  AutoresponderPreview,
  PreviewAutoresponderInput,
} from "#lib/domain/emails/auto-reply/schema";
import { brandLines } from "#lib/domain/emails/brand-lines";
import { getPage } from "#lib/domain/forms/page/form-page";
import type { PageContent } from "#lib/domain/forms/page/page-schema";
import { requireVerifiedRecipients } from "#lib/domain/recipients/store";

/** What we add to an auto-reply, in the visitor's language. */
export const ReplyWords = z.strictObject({
  language: z.string(),
  /** Contains `{sender}`. */
  reason: z.string(),
  optOut: z.string(),
});
export type ReplyWords = z.output<typeof ReplyWords>;

/** The words in the language of a form's pages. */
export type WordsOf = (page: Pick<PageContent, "language">) => ReplyWords;

type Draft = { subject: string; message: string; words: ReplyWords };

/** The content of an auto-reply, for HTML and text. */
export type Reply = ReturnType<typeof composeReply>;

/**
 * The auto-reply to a visitor. The preview uses the same function. Pure. It contains only what the owner
 * wrote, and our words around it, never a visitor's input: that could be anyone's advertisement.
 *
 * @param optOutUrl - the visitor's own signed link, or a placeholder
 * @param sender - whom the visitor wrote to: the brand's name, or else the workspace's
 */
export function composeReply(
  { subject, message, words }: Draft,
  optOutUrl: string,
  sender: string,
) {
  return {
    subject,
    message: message.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"),
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
export function toReplyText({ message, reason, optOut }: Reply, brand: readonly string[]): string {
  const footer = [reason, optOut.label, optOut.url, ...brand];
  return `${message}\n\n-- \n${footer.join("\n")}\n`;
}

/** Replaces the visitor's own link in previews. */
const PLACEHOLDER_TOKEN = "PREVIEW";

/** An auto-reply with a placeholder for the opt-out link. Pure. */
export function previewReply(draft: Draft, sender: string): Reply {
  return composeReply(draft, optOutUrl(PLACEHOLDER_TOKEN), sender);
}

/**
 * The auto-reply as a visitor would receive it. Saves and sends nothing, and needs no widget.
 *
 * @param wordsOf - makes our own words, in the form's language
 * @throws {AppError} not_found, recipient_not_verified
 */
export async function previewAutoresponder(
  ctx: Context,
  formId: string,
  input: PreviewAutoresponderInput,
  wordsOf: WordsOf,
): Promise<AutoresponderPreview> {
  const words = wordsOf(await getPage(ctx, formId));
  const { replyRecipientId: id } = input;
  const recipients = await requireVerifiedRecipients(db(), ctx, [{ id, path: "replyRecipientId" }]);
  const where = { id: ctx.workspaceId };
  const { name, brand } = await db().workspace.findUniqueOrThrow({
    where,
    include: { brand: true },
  });
  const reply = previewReply({ ...input, words }, brand?.name ?? name);
  return {
    subject: reply.subject,
    replyTo: recipients.get(id)?.email ?? "",
    text: toReplyText(reply, brandLines()),
  };
}
