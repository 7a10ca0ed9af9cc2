import { z } from "zod";

/** Length in Unicode code points: what "characters" means in this service (CONTRACT section 1). */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** At most `max` code points of `text`; what lies beyond them is never looked at. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Whether `text` has more than `max` code points; a long text is not counted to its end. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && cutCharacters(text, max).length < text.length;
}

function range(min: number, max: number): string {
  if (min === 0) return `must have at most ${max} characters`;
  return `must have ${min} to ${max} characters`;
}

/** Text of `min` to `max` code points, as given. */
export function Text(min: number, max: number) {
  return z
    .string("must be text")
    .refine((text) => inRange(text, min, max), range(min, max))
    .meta({ minLength: min, maxLength: max });
}

/** Text that is trimmed before its code points are counted. */
export function TrimmedText(min: number, max: number) {
  return z
    .string("must be text")
    .trim()
    .refine((text) => inRange(text, min, max), range(min, max))
    .meta({ minLength: min, maxLength: max });
}

function inRange(text: string, min: number, max: number): boolean {
  return !isLongerThan(text, max) && (min === 0 || isLongerThan(text, min - 1));
}

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]/u;

/** Trimmed text in one line, safe as a mail subject. */
export function OneLine(min: number, max: number) {
  return TrimmedText(min, max).refine(
    (text) => !LINE_BREAKS.test(text),
    "must not contain line breaks or control characters",
  );
}

/**
 * Sorting the marks of one letter takes time with the square of their number. No language has more
 * than 30 (UAX #15, Stream-Safe Text Format); what comes after them doesn't count.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * What two spellings of a text have in common: used by search and routing, for all scripts. Accents
 * count. Lower case first, for ẞ has no upper case; composed again at the end, for the upper case of
 * ΐ is three characters. A final ς counts as σ.
 *
 * One folding serves all languages, so i, ı, İ and I are one letter: "ISTANBUL" and "istanbul" both
 * find "İstanbul", and "ILIK" finds "ılık". A search for "ısı" finds "isi" as well.
 */
export function foldCase(text: string): string {
  return text
    .replace(EXCESS_MARKS, "$1")
    .normalize("NFC")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replaceAll("i\u0307", "i")
    .normalize("NFC");
}

/** Between the values of one message in what search looks through; no value and no search text has it. */
export const VALUE_SEPARATOR = "\u001f";

/** Text as search compares it: in folded case, and never across two values. */
export function foldForSearch(text: string): string {
  return foldCase(text.replaceAll(VALUE_SEPARATOR, " "));
}

/** An e-mail address as compared: trimmed, lower case. */
export function addressKey(address: string): string {
  return address.trim().toLowerCase();
}

/** An e-mail address of at most 254 characters. */
export const EmailAddress = z
  .string("must be text")
  .trim()
  .max(254, "must have at most 254 characters")
  .pipe(z.email("must be an email address, like name@example.com"))
  .refine((text) => text.lastIndexOf("@") <= 64, "must have at most 64 characters before the @")
  .describe("An email address of at most 254 characters; compared without regard to case.");

/** Whether mail to this text can go to one address and nowhere else: fit for a Reply-To header. */
export function isReplyAddress(text: string): boolean {
  return text.length <= 254 && text === text.trim() && EmailAddress.safeParse(text).success;
}

/** Epoch milliseconds. */
export const Timestamp = z.int().nonnegative().describe("Unix epoch milliseconds.");
/** A UUID as input may spell it; ids are kept and compared in lower case. */
export const Id = z.uuid("must be a UUID").toLowerCase().describe("A UUID.");
