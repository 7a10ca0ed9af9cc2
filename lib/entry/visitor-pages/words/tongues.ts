import type { VisitorWords } from "#lib/domain/emails/auto-reply/compose-reply";
import {
  LANGUAGES,
  type Language,
  type PageContent,
  tagOf,
} from "#lib/domain/forms/page/page-schema";
import { weightedValues } from "#lib/entry/http/http-types";
import { type PageWords, WORDS } from "#lib/entry/visitor-pages/words/locales";

/** The texts of a page, with the BCP 47 tag of their language. */
export type Tongue = { language: string; words: PageWords };

export const ENGLISH_TONGUE: Tongue = { language: "en", words: WORDS.en };

const MAX_HEADER_CHARACTERS = 500;

/** Languages of an `Accept-Language` header, the preferred one first. */
function acceptedLanguages(header: string): string[] {
  return weightedValues(header.slice(0, MAX_HEADER_CHARACTERS))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ value }) => value);
}

/** The language of our texts for a tag in lower case, like `pt-br` or `zh-tw`. */
function knownLanguage(tag: string): Language | undefined {
  if (/^pt-br\b/.test(tag)) return "pt-BR";
  if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return "zh-Hant";
  return LANGUAGES.find((name) => name === tag.replace(/-.*/, ""));
}

/** The first language that is known. Its name alone means the variety that is accepted too: `pt,pt-BR` is Brazil. */
function firstKnown(tags: readonly string[]): Language {
  const first = tags.find(knownLanguage) ?? "en";
  const exact = tags.find((tag) => tag.startsWith(`${first}-`)) ?? first;
  return knownLanguage(exact) ?? "en";
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
  const known = language === "auto" ? firstKnown(acceptedLanguages(header ?? "")) : language;
  return { language: tagOf(known), words: WORDS[known] };
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
export function replyWords(
  page: Pick<PageContent, "language">,
  header: string | null,
): VisitorWords {
  const { language, words } = tongueFor(page, header);
  const { reason, optOut, sent } = words.reply;
  return { language, reason, optOut, sent };
}

/** The line above what a visitor wrote, in the language of the form's pages; in English where that follows the visitor. */
export function quoteWords(page: Pick<PageContent, "language">) {
  const { language, words } = tongueFor(page, null);
  return { language, wrote: words.reply.wrote };
}
