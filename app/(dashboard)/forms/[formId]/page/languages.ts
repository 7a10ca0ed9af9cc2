import type { Language } from "#lib/forms/page-schema";

/** The languages of a form's pages, each by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pt: "Português",
  nl: "Nederlands",
  pl: "Polski",
  uk: "Українська",
  tr: "Türkçe",
  ar: "العربية",
  he: "עברית",
  ja: "日本語",
  zh: "中文",
};
