/** Direction marks also end a word: inside a link, they'd show another address than its target. */
const WORD = /[^\s<>"'\u202a-\u202e\u2066-\u2069]+/g;
const URL_START = /https?:\/\//i;
const URL_END = /[.,;:!?)\]}]/;
const EMAIL_PART = /[^,;:()]+/g;
const EMAIL = /^[^@]+@[^@]+\.[a-z]{2,63}$/i;
/** Longer words aren't addresses that anyone follows, and matching one takes time. */
const MAX_LENGTH = 2_000;
const MAX_LINKS = 100;

/**
 * Splits text at the web and email addresses in it, in linear time: visitors write the text. Addresses
 * after the first 100 stay text.
 *
 * @returns the parts in order; every second one is an address
 */
export function splitLinks(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { from, address } of addresses(text)) {
    parts.push(text.slice(end, from), address);
    end = from + address.length;
    if (parts.length === 2 * MAX_LINKS) break;
  }
  return [...parts, text.slice(end)];
}

function* addresses(text: string): Generator<{ from: number; address: string }> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word.length > MAX_LENGTH) continue;
    const start = word.search(URL_START);
    if (start !== -1) {
      const address = withoutEnd(word.slice(start), URL_END);
      if (address.length > address.search("//") + 2) yield { from: index + start, address };
    } else if (word.includes("@"))
      for (const part of word.matchAll(EMAIL_PART)) {
        const address = withoutEnd(part[0], /[.!?]/);
        if (EMAIL.test(address)) yield { from: index + part.index, address };
      }
  }
}

/** Cuts characters at the end that belong to the sentence. */
function withoutEnd(word: string, end: RegExp): string {
  let { length } = word;
  while (length > 0 && end.test(word.charAt(length - 1))) length--;
  return word.slice(0, length);
}
