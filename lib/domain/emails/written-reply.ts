import { z } from "zod";
import { toPlainBlock } from "#lib/core/characters";
import { html } from "#lib/core/html";
import type { Look } from "#lib/domain/brand/look";
import { layOutPlain, STYLES, verbatim } from "#lib/domain/emails/html/layout";
import { namedAddress, namedSender } from "#lib/domain/emails/named-address";

/** What a person wrote to a visitor, as it was when they sent it. */
export const WrittenReply = z.strictObject({
  /** BCP 47 tag of our own words. */
  language: z.string(),
  formName: z.string(),
  subject: z.string(),
  text: z.string(),
  replyTo: z.strictObject({ name: z.string(), address: z.string() }),
  /** What the visitor had written, and the line above it: "On 28 November 2026, you wrote:". */
  quote: z.strictObject({ intro: z.string(), text: z.string() }),
  /** Message IDs of what was sent about the message before, the oldest first; the notification is the last one. */
  references: z.array(z.string()),
});
export type WrittenReply = z.output<typeof WrittenReply>;

/**
 * The email with a reply. It's from a person, so nothing of ours is in it but the line above the quote, no logo, and
 * nothing keeps other programs from responding.
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
