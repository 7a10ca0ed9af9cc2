// Doesn't use Zod, because pages load this file.

/**
 * Returns the first `max` code points of `text`. In this service, "characters" means code points.
 */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Returns whether `text` has more than `max` code points, without counting to the end. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && cutCharacters(text, max).length < text.length;
}

/** A list when the name was repeated. */
type FieldValue = string | readonly string[];

/** Returns a value as the list of its entries. */
export function entriesOf(value: FieldValue): readonly string[] {
  return typeof value === "string" ? [value] : value;
}

/** Returns whether a text has any characters other than whitespace. */
export function hasContent(text: string): boolean {
  return /\S/.test(text);
}

/**
 * Characters that could make text look different from its content: controls other than line breaks and
 * tabs, and marks that change the text direction.
 */
const DECEIVING = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A visitor's text, safe for emails and chats: keeps line breaks, removes deceptive characters. */
export function toPlainBlock(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(DECEIVING, (found) => (found === "\n" || found === "\t" ? found : ""));
}

/** Cleans text like {@link toText} and puts it on one line, for subjects, names, and labels. */
export function toLine(text: string, maxCharacters: number): string {
  const line = toPlainBlock(text).replaceAll(/\s+/gu, " ").trim();
  return cutCharacters(line, maxCharacters);
}
