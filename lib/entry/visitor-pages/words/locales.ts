import type { FillableText } from "#lib/core/texts";
import type { Language } from "#lib/domain/forms/page/page-schema";
import ar from "#locales/ar" with { type: "json" };
import de from "#locales/de" with { type: "json" };
import en from "#locales/en" with { type: "json" };
import es from "#locales/es" with { type: "json" };
import fr from "#locales/fr" with { type: "json" };
import he from "#locales/he" with { type: "json" };
import it from "#locales/it" with { type: "json" };
import ja from "#locales/ja" with { type: "json" };
import nl from "#locales/nl" with { type: "json" };
import pl from "#locales/pl" with { type: "json" };
import pt from "#locales/pt" with { type: "json" };
import ptBR from "#locales/pt-BR" with { type: "json" };
import tr from "#locales/tr" with { type: "json" };
import uk from "#locales/uk" with { type: "json" };
import zh from "#locales/zh" with { type: "json" };
import zhHant from "#locales/zh-Hant" with { type: "json" };

type Texts<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends { other: string }
      ? FillableText
      : Texts<T[Name]>;
};

/** All texts of visitors' pages in one language: those of `locales/en.json`. */
export type PageWords = Texts<typeof en>;

/** The texts by language. */
export const WORDS: Readonly<Record<Language, PageWords>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  "pt-BR": ptBR,
  nl,
  pl,
  uk,
  tr,
  ar,
  he,
  ja,
  zh,
  "zh-Hant": zhHant,
};
