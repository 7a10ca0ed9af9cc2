import { z } from "zod";
import { toPlainBlock } from "#lib/core/characters";
import { html } from "#lib/core/html";
import type { Look } from "#lib/domain/brand/look";
import { layOutPlain, STYLES, verbatim } from "#lib/domain/emails/html/layout";
import { namedAddress, namedSender } from "#lib/domain/emails/named-address";

/** A person's reply to a visitor, as it was when they sent it. */
export const WrittenReply = z.strictObject({
  /** The BCP 47 tag of the language of our own texts. */
  language: z.string(),
  formName: z.string(),
  subject: z.string(),
  text: z.string(),
  replyTo: z.strictObject({ name: z.string(), address: z.string() }),
  /** The visitor's message, and the line above it: "On 28 November 2026, you wrote:". */
  quote: z.strictObject({ intro: z.string(), text: z.string() }),
  /** Message IDs of the earlier emails about the message, the oldest first; the notification is the last one. */
  references: z.array(z.string()),
});
export type WrittenReply = z.output<typeof WrittenReply>;

/**
 * Composes the email with a reply. It's from a person: our only text is the line above the quote, there's no logo,
 * and no header keeps other programs from responding.
 *
 * @param look.senderName - the brand's name in emails to visitors; null for the form's
 */
export function composeWrittenReply(reply: WrittenReply, { senderName }: Pick<Look, "senderName">) {
  const { language, formName, subject, replyTo, quote, references } = reply;
  const text = toPlainBlock(reply.text);
  const lines = toPlainBlock(quote.text).split("\n");
  const quoted = lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
  const last = references.at(-1);
  const headers: Record<string, string> = last
    ? { "In-Reply-To": last, References: references.join(" ") }
    : {};
  return {
    from: namedSender(senderName ?? formName, "alone"),
    replyTo: namedAddress(replyTo.name, replyTo.address),
    subject,
    html: layOutPlain({
      subject,
      language,
      content: [
        verbatim(text),
        html`<p class="muted" style="${STYLES.note}" dir="auto">${quote.intro}</p>`,
        html`<blockquote style="${STYLES.quote}">${verbatim(lines.join("\n"))}</blockquote>`,
      ],
    }),
    text: `${text}\n\n${quote.intro}\n${quoted}\n`,
    headers,
  };
}
