import { formatDayIn } from "#lib/core/dates";
import type { ErrorDetail } from "#lib/core/errors";
import type { Markup } from "#lib/core/html";
import { alternatives, fillMarkup, fillText } from "#lib/core/texts";
import { FaultDetail, type SubmissionFault } from "#lib/domain/intake/faults";
import { FILE_EXTENSIONS } from "#lib/domain/intake/file-types";
import type { PageWords } from "#lib/entry/visitor-pages/words/locales";
import type { PageTexts } from "#lib/entry/visitor-pages/words/page-texts";

/** Writes the types of files that a form accepts. */
export function typesText(extensions: readonly string[], { language, words }: PageTexts): string {
  if (extensions.length >= FILE_EXTENSIONS.length) return words.fileTypes;
  return alternatives(
    extensions.map((extension) => extension.toUpperCase()),
    language,
  );
}

/** A fault in the language of the page. */
export function faultText(fault: SubmissionFault, texts: PageTexts): string {
  const { language } = texts;
  const { faults } = texts.words;
  if (fault.rule === "no_files") return faults.not_text;
  if (fault.rule === "file_type") {
    const types = typesText(fault.types, texts);
    return fillText(faults.file_type, { file: fault.file, types }, language);
  }
  if (!("limit" in fault)) return faults[fault.rule];
  const { rule, limit } = fault;
  if (typeof limit === "number") return fillText(faults[rule], { limit, count: limit }, language);
  const text = rule === "too_small" ? faults.too_early : faults.too_late;
  return fillText(text, { limit: formatDayIn(language, limit) }, language);
}

/**
 * Writes a detail in the page's language. Problems that only developers can fix are only in
 * English.
 */
export function detailText(detail: ErrorDetail, texts: PageTexts): string {
  if (detail instanceof FaultDetail) return faultText(detail.fault, texts);
  return texts.language === "en" ? detail.message : texts.words.faults.invalid;
}

/** A text as a sentence. A date may already end with a period. */
export function sentence(text: string, { fullStop }: PageWords): string {
  return text.endsWith(fullStop) ? text : text + fullStop;
}

/** Returns the separator of two sentences: nothing after a full stop that's as wide as a letter. */
export function gapOf({ fullStop }: PageWords): string {
  return fullStop === "。" ? "" : " ";
}

/** Joins sentences to one text. */
export function joinSentences(sentences: readonly string[], words: PageWords): string {
  return sentences.filter((sentence) => sentence !== "").join(gapOf(words));
}

/** A text that begins in lower case continues the label's sentence. Any other follows a colon. */
function labelledPattern(text: string, { labelled }: PageWords): string {
  return /^\p{Ll}/u.test(text) ? "{label} {text}" : labelled;
}

/** Writes a label and its field's problem as a sentence of plain text. */
export function labelledSentence(
  label: string,
  text: string,
  { language, words }: PageTexts,
): string {
  const values = { label, text: sentence(text, words) };
  return fillText(labelledPattern(text, words), values, language);
}

/** Writes the same sentence with markup as the label. */
export function labelledMarkup(
  label: Markup,
  text: string,
  { language, words }: PageTexts,
): Markup {
  const values = { label, text: sentence(text, words) };
  return fillMarkup(labelledPattern(text, words), values, language);
}

/** Writes a wait such as "42 seconds" or "5 minutes". */
export function formatWait(seconds: number, language: string): string {
  const [value, unit] = seconds <= 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  const options = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, options).format(value);
}
