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
