/** Texts in one language. All others come with the response. */
export type Words = {
  sending: string;
  unreachable: string;
  /** For responses that aren't ours, such as a proxy's page. */
  failed: string;
  tooLarge: string;
};

/** By language. The build takes them from the texts of the visitors' pages. */
declare const WORDS: Readonly<Record<string, Words>> & { en: Words };
// Once, because the build puts them wherever the name stands.
const texts = WORDS;

/** The language of the page around an element, as its author wrote it; empty if they didn't. */
export function pageLanguage(element: Element): string {
  return element.closest("[lang]")?.getAttribute("lang") || "";
}

/** The key of the texts for a language like `pt-BR` or `zh_TW`. */
function keyOf(language: string): string {
  if (/^pt.br\b/i.test(language)) return "pt-BR";
  if (/^zh.(hant|tw|hk|mo)\b/i.test(language)) return "zh-Hant";
  return language.toLowerCase().replace(/[-_].*/, "");
}

/** The texts in the language of the page, or else in the first that the visitor's browser asks for. */
export function wordsFor(element: Element): Words {
  const known = [pageLanguage(element), ...navigator.languages].map(keyOf);
  const language = known.find((one) => Object.keys(texts).includes(one));
  return texts[language || "en"] || texts.en;
}
