import type { AutoReplyWords } from "#lib/domain/emails/auto-reply/compose-reply";
import {
  LANGUAGES,
  type Language,
  languageTagOf,
  type PageContent,
} from "#lib/domain/forms/page/page-schema";
import { weightedValues } from "#lib/entry/http/http-types";
import { type PageWords, WORDS } from "#lib/entry/visitor-pages/words/locales";

/** The texts of a page, with the BCP 47 tag of their language. */
export type PageTexts = { language: string; words: PageWords };

export const ENGLISH_TEXTS: PageTexts = { language: "en", words: WORDS.en };

const MAX_HEADER_CHARACTERS = 500;

/** Returns the languages of an `Accept-Language` header, the preferred one first. */
function acceptedLanguages(header: string): string[] {
  return weightedValues(header.slice(0, MAX_HEADER_CHARACTERS))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ value }) => value);
}

/** Returns the language of our texts for a lowercase tag, like `pt-br` or `zh-tw`. */
function knownLanguage(tag: string): Language | undefined {
  if (/^pt-br\b/.test(tag)) return "pt-BR";
  if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return "zh-Hant";
  return LANGUAGES.find((name) => name === tag.replace(/-.*/, ""));
}

/**
 * Returns the first known language. If only its name is first, but a variety is also accepted, it's that variety:
 * `pt,pt-BR` is Brazil.
 */
function firstKnown(tags: readonly string[]): Language {
  const first = tags.find(knownLanguage) ?? "en";
  const exact = tags.find((tag) => tag.startsWith(`${first}-`)) ?? first;
  return knownLanguage(exact) ?? "en";
}

/**
 * Returns the language and texts of a form's pages: the form's own, or the first that the visitor accepts and we
 * have.
 *
 * @param header - `Accept-Language`, or null
 */
export function pageTextsFor(
  { language }: Pick<PageContent, "language">,
  header: string | null,
): PageTexts {
  const known = language === "auto" ? firstKnown(acceptedLanguages(header ?? "")) : language;
  return { language: languageTagOf(known), words: WORDS[known] };
}

/**
 * Returns the first language that the visitor accepts and we have.
 *
 * @param header - `Accept-Language`, or null
 */
export function visitorTexts(header: string | null): PageTexts {
  return pageTextsFor({ language: "auto" }, header);
}

/**
 * Returns the texts that we add to an auto-reply, in the language of the form's pages.
 *
 * @param header - `Accept-Language`, or null
 */
export function replyWords(
  page: Pick<PageContent, "language">,
  header: string | null,
): AutoReplyWords {
  const { language, words } = pageTextsFor(page, header);
  const { reason, optOut, sent } = words.reply;
  return { language, reason, optOut, sent };
}

/**
 * Returns the line above a quoted message, in the language of the form's pages; in English if that follows the visitor.
 */
export function quoteWords(page: Pick<PageContent, "language">) {
  const { language, words } = pageTextsFor(page, null);
  return { language, wrote: words.reply.wrote };
}
