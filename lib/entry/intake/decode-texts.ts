import { MAX_TEXT_BYTES } from "#lib/domain/intake/limits";
import { guessEncoding } from "#lib/entry/intake/guess-encoding";

/** Text as sent: bytes, or a string with one byte per character. */
export type SentText = string | Uint8Array;

/** The texts in the order sent, and the WHATWG name of the encoding if it had to be guessed. */
export type DecodedTexts = { texts: string[]; guessedCharset: string | null };

/** Printable ASCII is the same in every encoding that forms use. */
const ASCII = /^[\x20-\x7e\t\r\n]*$/;

/**
 * Returns the WHATWG name of an encoding by any of its labels (`latin1` is `windows-1252`); null if it's
 * unknown.
 */
export function findEncoding(label: string): string | null {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

/** A decoder for each text of a submission: a leading byte order mark isn't text. */
function decoderOf(encoding: string, fatal: boolean): (sent: SentText) => string {
  const decoder = new TextDecoder(encoding, { fatal });
  const isWide = encoding.startsWith("utf-16");
  return (sent) => {
    if (typeof sent !== "string") return decoder.decode(sent);
    if (!isWide && ASCII.test(sent)) return sent;
    return decoder.decode(Buffer.from(sent, "latin1"));
  };
}

const utf8 = decoderOf("utf-8", true);

/** Decodes the texts in an encoding; null if some bytes are invalid in it. */
export function decodeExactly(sent: readonly SentText[], encoding: string): string[] | null {
  try {
    return sent.map(encoding === "utf-8" ? utf8 : decoderOf(encoding, true));
  } catch {
    return null;
  }
}

/** This many characters beyond ASCII are enough to tell whether a text is UTF-8. */
const ENOUGH_CHARACTERS = 2_000;

/**
 * Returns whether texts are UTF-8 with some stray bytes. Other encodings rarely make valid sequences, so each trailing byte
 * of one counts as much as a stray byte.
 */
function isMostlyUtf8(texts: readonly string[]): boolean {
  let weight = 0;
  let count = 0;
  for (const text of texts)
    for (const [character] of text.matchAll(/\P{ASCII}/gu)) {
      weight += character === "\ufffd" ? -1 : Buffer.byteLength(character) - 1;
      count += 1;
      if (count === ENOUGH_CHARACTERS) return weight >= 0;
    }
  return weight >= 0;
}

/** Bytes that an encoding decodes only as control characters aren't part of any text. */
const CONTROLS = /[\x80-\x9f]/g;

/**
 * Decodes the texts of one submission: by the first known label, by any label that fits, as UTF-8, or by a guess
 * over all of them. Bytes that don't fit the result become U+FFFD.
 *
 * @param labels - charsets that the submission names, the most reliable first
 * @param acceptLanguage - the header, which decides between encodings that fit equally well
 */
export function decodeTexts(
  sent: readonly SentText[],
  labels: readonly (string | null)[],
  acceptLanguage: string | null,
): DecodedTexts {
  const named = labels.flatMap((label) => (label && findEncoding(label)) || []);
  for (const encoding of [...named, "utf-8"]) {
    const texts = decodeExactly(sent, encoding);
    if (!texts) continue;
    // ISO-2022-JP has no bytes beyond ASCII, but it has escape sequences that no one types.
    const isJapanese = encoding === "utf-8" && texts.some((text) => text.includes("\x1b$"));
    const japanese = isJapanese ? decodeExactly(sent, "iso-2022-jp") : null;
    if (japanese) return { texts: japanese, guessedCharset: "iso-2022-jp" };
    const isNamed = named.length === 0 || named.includes(encoding);
    return { texts, guessedCharset: isNamed ? null : encoding };
  }
  const asUtf8 = sent.map(decoderOf("utf-8", false));
  const size = sent.reduce((sum, { length }) => sum + length, 0);
  // Too large to be accepted, so guessing isn't worth it.
  if (size > MAX_TEXT_BYTES || isMostlyUtf8(asUtf8)) return { texts: asUtf8, guessedCharset: null };
  const bytes = sent.map((text) => (typeof text === "string" ? Buffer.from(text, "latin1") : text));
  const guessedCharset = guessEncoding(bytes, acceptLanguage);
  const decode = decoderOf(guessedCharset, false);
  return { texts: sent.map((text) => decode(text).replace(CONTROLS, "\ufffd")), guessedCharset };
}
