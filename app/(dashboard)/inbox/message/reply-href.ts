import { cutCharacters, entriesOf } from "#lib/core/characters";
import { formatMoment } from "#lib/core/dates";
import type { FieldPairs } from "#lib/core/fields/fields";
import { type LetterField, letterParts } from "#lib/core/fields/letter-parts";
import type { FoundSender } from "#lib/core/fields/sender";

/** Email clients truncate or reject longer URLs. */
const MAX_QUOTED = 800;

/**
 * Returns a `mailto:` URL with exactly one recipient: unescaped, `?` and `&` in a visitor's text
 * could add others (RFC 6068).
 */
export function mailtoHref(
  address: string,
  header: { subject?: string; body?: string } = {},
): string {
  const at = address.lastIndexOf("@");
  const to = `${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
  const fields = Object.entries(header).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return fields.length > 0 ? `mailto:${to}?${fields.join("&")}` : `mailto:${to}`;
}

type RepliedMessage = {
  address: string;
  formName: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** The reader's time zone. */
  timeZone: string | undefined;
  sender: FoundSender;
  fields: FieldPairs;
  known: readonly LetterField[];
};

/** Returns a `mailto:` URL that quotes the visitor, as a person would: only the message, if there is one. */
export function replyHref({
  address,
  formName,
  receivedAt,
  timeZone,
  sender,
  fields,
  known,
}: RepliedMessage): string {
  const { body, others } = letterParts(fields, sender, known);
  const lines = others.map(([name, value]) => `${name}: ${entriesOf(value).join(", ")}`);
  const written = body?.text ?? lines.join("\n");
  const cut = cutCharacters(written, MAX_QUOTED);
  const quoted = (cut === written ? written : `${cut} …`)
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\r\n");
  const intro = `On ${formatMoment(receivedAt, "longDay", timeZone ?? "UTC")}, you wrote:`;
  return mailtoHref(address, { subject: `Re: ${formName}`, body: `\r\n\r\n${intro}\r\n${quoted}` });
}
