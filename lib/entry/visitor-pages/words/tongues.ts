import { formatDayIn } from "#lib/core/dates";
import { html, type Markup, type Slot } from "#lib/core/html";
import type { ReplyWords } from "#lib/domain/emails/auto-reply/compose-reply";
import type { Fault } from "#lib/domain/forms/fields/rules";
import { LANGUAGES, type Language, type PageContent } from "#lib/domain/forms/page/page-schema";
import { weightedValues } from "#lib/entry/http/http-types";
import { ARABIC } from "#lib/entry/visitor-pages/words/arabic";
import { CHINESE } from "#lib/entry/visitor-pages/words/chinese";
import { DUTCH } from "#lib/entry/visitor-pages/words/dutch";
import { ENGLISH, type PageWords } from "#lib/entry/visitor-pages/words/english";
import { FRENCH } from "#lib/entry/visitor-pages/words/french";
import { GERMAN } from "#lib/entry/visitor-pages/words/german";
import { HEBREW } from "#lib/entry/visitor-pages/words/hebrew";
import { ITALIAN } from "#lib/entry/visitor-pages/words/italian";
import { JAPANESE } from "#lib/entry/visitor-pages/words/japanese";
import { POLISH } from "#lib/entry/visitor-pages/words/polish";
import { PORTUGUESE } from "#lib/entry/visitor-pages/words/portuguese";
import { SPANISH } from "#lib/entry/visitor-pages/words/spanish";
import { TURKISH } from "#lib/entry/visitor-pages/words/turkish";
import { UKRAINIAN } from "#lib/entry/visitor-pages/words/ukrainian";

/** The texts by language. */
const WORDS: Record<Language, PageWords> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
  pl: POLISH,
  uk: UKRAINIAN,
  tr: TURKISH,
  ar: ARABIC,
  he: HEBREW,
  ja: JAPANESE,
  zh: CHINESE,
};

export const ENGLISH_TONGUE: Tongue = { language: "en", words: ENGLISH };

const MAX_HEADER_CHARACTERS = 500;

/** Languages of an `Accept-Language` header, the preferred one first. */
function acceptedLanguages(header: string): string[] {
  return weightedValues(header.slice(0, MAX_HEADER_CHARACTERS))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ value }) => value.replace(/-.*/, ""));
}

/**
 * The language of a form's pages and its texts: the form's own, or the first that the visitor accepts and we have.
 *
 * @param header - `Accept-Language`, or null
 */
export function tongueFor(
  { language }: Pick<PageContent, "language">,
  header: string | null,
): Tongue {
  const wanted = language === "auto" ? acceptedLanguages(header ?? "") : [language];
  for (const one of wanted) {
    const known = LANGUAGES.find((name) => name === one);
    if (known) return { language: known, words: WORDS[known] };
  }
  return ENGLISH_TONGUE;
}

/**
 * The first language that the visitor accepts and we have.
 *
 * @param header - `Accept-Language`, or null
 */
export function visitorTongue(header: string | null): Tongue {
  return tongueFor({ language: "auto" }, header);
}

/**
 * What we add to an auto-reply, in the language of the form's pages.
 *
 * @param header - `Accept-Language`, or null
 */
export function replyWords(page: Pick<PageContent, "language">, header: string | null): ReplyWords {
  const { language, words } = tongueFor(page, header);
  return { language, ...words.reply };
}

/** The texts of a page, with what they're in. */
export type Tongue = { language: Language; words: PageWords };

/** A text with its placeholders filled in, as plain text. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A text with its placeholders filled in with markup. */
export function fillMarkup(text: string, values: Readonly<Record<string, Slot>>): Markup {
  const parts = text.split(/\{(\w+)\}/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : values[part]))}`;
}

/** A fault in the language of the page. */
export function faultText(fault: Fault, { language, words }: Tongue): string {
  const { faults } = words;
  if (!("limit" in fault)) return faults[fault.rule];
  if (typeof fault.limit === "string") {
    const text = fault.rule === "too_small" ? faults.too_early : faults.too_late;
    return fillText(text, { limit: formatDayIn(language, fault.limit) });
  }
  const limit = new Intl.NumberFormat(language).format(fault.limit);
  return fillText(faults[fault.rule], { limit });
}

/** "42 seconds" or "5 minutes". */
export function formatWait(seconds: number, language: Language): string {
  const [value, unit] = seconds <= 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  const options = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, options).format(value);
}
