import { z } from "zod";
import { isLongerThan } from "#lib/core/characters";
import { parseTimeZone } from "#lib/core/dates";
import { EMAIL_PATTERN, isAddress, MAX_ADDRESS_CHARACTERS } from "#lib/core/email-address";

/**
 * Patterns for the OpenAPI document that correspond to the checks below. They have no lookarounds,
 * which many pattern engines lack. Input can't contain NUL characters.
 */
export const STORABLE_PATTERN = "^[^\\x00]*$";
export const NOT_BLANK_PATTERN = "^[^\\x00]*[^\\s\\x00][^\\x00]*$";
const ONE_LINE_PATTERN = (() => {
  const breaks = "\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029";
  return `^[^${breaks}]*[^${breaks}\\s][^${breaks}]*$`;
})();

/** Text of `min` to `max` code points, as given. */
export function Text(min: number, max: number, text = z.string("must be a string")) {
  return text
    .refine(
      (given) => !isLongerThan(given, max) && (min === 0 || isLongerThan(given, min - 1)),
      min === 0 ? `must be at most ${max} characters` : `must be ${min} to ${max} characters`,
    )
    .meta({ minLength: min, maxLength: max, pattern: STORABLE_PATTERN });
}

/** Text that is trimmed before its code points are counted. */
export function TrimmedText(min: number, max: number) {
  return Text(min, max, z.string("must be a string").trim()).meta({ pattern: NOT_BLANK_PATTERN });
}

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]/u;

/** Trimmed text on one line, safe as an email subject. */
export function OneLine(min: number, max: number) {
  return TrimmedText(min, max)
    .refine((text) => !LINE_BREAKS.test(text), "must not contain line breaks or control characters")
    .meta({ pattern: ONE_LINE_PATTERN });
}

const NAME_PATTERN = (() => {
  const breaks = "\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029";
  const directions = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
  const invisible = "\\s\\u00ad\\u200b-\\u200d\\u2060-\\u2065\\ufeff";
  const allowed = `[^${breaks}${directions}]*`;
  return `^${allowed}[^${breaks}${directions}${invisible}]${allowed}$`;
})();
const PRINTABLE = new RegExp(NAME_PATTERN, "u");

/**
 * A name that people enter, trimmed: one line of printable text. Terminals, logs, and emails show it next to other
 * people's text, which control characters and direction marks would change.
 */
export function Name(min: number, max: number) {
  return TrimmedText(min, max)
    .refine(
      // A blank text is only reported as too short, so that it's one problem instead of two.
      (text) => text === "" || PRINTABLE.test(text),
      "must be one line of visible text, without control characters or marks that change its direction",
    )
    .meta({ pattern: NAME_PATTERN });
}

/**
 * Normalizing sorts the marks of a letter in quadratic time. No language uses more than 30 (UAX #15,
 * Stream-Safe Text Format), so further marks are dropped.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * Folds case for search and routing, in every script. Accents are kept. Lowercasing comes first
 * because ẞ has no upper case; the text is composed again at the end because the upper case of ΐ is
 * three characters. A final ς equals σ.
 *
 * The same folding is used for all languages, so i, ı, İ, and I are one letter: "ISTANBUL" and
 * "istanbul" both find "İstanbul", "ILIK" finds "ılık", and "ısı" also finds "isi".
 */
export function foldCase(text: string): string {
  // The other steps wouldn't change anything, and take ten times as long.
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
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

/** Separates the values of one submission in its search text; neither values nor terms contain it. */
export const VALUE_SEPARATOR = "\u001f";

/**
 * Folds text for search: case-folded, and never matching across two values. A space matches any whitespace: a no-break
 * space, or a line break.
 */
export function foldForSearch(text: string): string {
  return foldCase(text.replaceAll(VALUE_SEPARATOR, " ").replace(/\r\n|\s/gu, " "));
}

/**
 * An email address by the WHATWG's rule, once its domain is in ASCII. The part before the @ can be in any script. The pattern
 * describes addresses in ASCII; the check accepts what can be converted, too.
 */
export const EmailAddress = z
  .string("must be a string")
  .trim()
  .max(MAX_ADDRESS_CHARACTERS, `must be at most ${MAX_ADDRESS_CHARACTERS} characters`)
  .refine(
    (text) => text.length > MAX_ADDRESS_CHARACTERS || isAddress(text),
    "must be an email address, like name@example.com",
  )
  .meta({
    description:
      "An email address, at most 254 characters. Not case-sensitive. The domain can be in any script or in Punycode, which is the same address.",
    pattern: EMAIL_PATTERN,
  });

/** In epoch milliseconds. */
export const Timestamp = z.int().nonnegative().describe("In Unix epoch milliseconds.");
/** The end of the year 9999. */
const LATEST_MS = 253_402_300_799_999;
/** A moment in a request body. */
export const TimestampInput = z
  .int("must be in Unix epoch milliseconds")
  .nonnegative("must be in Unix epoch milliseconds")
  .max(LATEST_MS, "must be in Unix epoch milliseconds");
/** A moment as a query parameter: epoch milliseconds as text. */
export const TimestampParameter = z
  .string()
  .regex(/^\d{1,15}$/, "must be in Unix epoch milliseconds")
  .transform(Number)
  .pipe(z.int().nonnegative().max(LATEST_MS, "must be in Unix epoch milliseconds"));
/** A UUID of any version and in any case; ids are stored and compared in lower case. */
export const Id = z.guid("must be a UUID").toLowerCase().describe("A UUID.");

const DAY = "must be a date like 2026-11-21";

/** A day of this century, `2026-11-21`. */
export const Day = z.iso.date({ error: DAY, abort: true }).refine((day) => /^20/.test(day), DAY);

/** The time zone of days, like `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(100, "must be a time zone like Europe/Berlin")
  .refine((name) => parseTimeZone(name) !== undefined, "must be a time zone");

/** The keyword in the OpenAPI document for the known values of a set that may grow. */
export const OPEN_SET = "x-extensible-enum";

/**
 * Creates a set of values that may grow in a response: the document lists the known ones and allows
 * others, so that clients which validate keep working.
 */
export function openSet<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values).meta({ [OPEN_SET]: [...values] });
}

/**
 * Patterns for hosts and URLs in the OpenAPI document. They describe the normal form: ASCII, Punycode, and
 * a lowercase scheme. The checks also accept what can be converted to it. No lookarounds, which many
 * pattern engines lack.
 */
const LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
/** Starts with a letter, because a numeric last label makes it an IPv4 address. */
const LAST_LABEL = "[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = `${BYTE}(\\.${BYTE}){3}`;
const PORT = "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})";

const PUBLIC_HOST = `(${LABEL}\\.)+${LAST_LABEL}`;
const AUTHORITY = `(([A-Za-z0-9_-]+\\.)*${LAST_LABEL}|${IPV4})(:${PORT})?`;
/** Characters that the URL standard doesn't escape, so that a URL isn't longer in its normal form. */
const PATH = "(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?";
const QUERY = "(\\?[A-Za-z0-9._~!$&()*+,;=:@%/?-]*)?";
const FRAGMENT = "(#[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?";

export const PUBLIC_HOSTNAME_PATTERN = `^${PUBLIC_HOST}$`;
export const HTTPS_ORIGIN_PATTERN = `^https://${AUTHORITY}$`;
export const HTTPS_URL_OR_BLANK_PATTERN = `^(https://${AUTHORITY}${PATH}${QUERY}${FRAGMENT})?$`;
export const HTTP_URL_PATTERN = `^https?://${AUTHORITY}${PATH}${QUERY}${FRAGMENT}$`;
export const WEBHOOK_URL_PATTERN = `^https://${PUBLIC_HOST}(:443)?${PATH}${QUERY}$`;
