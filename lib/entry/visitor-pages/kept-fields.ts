import type { ErrorDetail } from "#lib/core/errors";
import { isPageName, REPLY_NAMES } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import { html, type Markup } from "#lib/core/html";
import { fillMarkup, fillText } from "#lib/core/texts";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import type { PageWords } from "#lib/entry/visitor-pages/words/locales";
import type { PageTexts } from "#lib/entry/visitor-pages/words/page-texts";
import {
  joinSentences,
  labelledMarkup,
  labelledSentence,
  sentence,
} from "#lib/entry/visitor-pages/words/sentences";

/** A readable field name: `first_name` → First name. Other styles are kept as they are. */
export function readableName(name: string, words: PageWords): string {
  if (name === "") return words.unnamed;
  if (REPLY_NAMES.includes(name.toLowerCase())) return words.email;
  if (!/^[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+)*$/.test(name)) return name;
  const spaced = name.replaceAll(/[_-]/g, " ").replaceAll(/([a-z])([A-Z][a-z])/g, "$1 $2");
  const [first = "", ...rest] = spaced.split(" ");
  const lower = rest.map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...lower].join(" ");
}

/** Returns the label of the form's field with this name, or the name in a readable form. */
export function fieldLabel(
  name: string,
  form: Pick<VisitorForm, "fields"> | null,
  words: PageWords,
): string {
  return form?.fields.find((field) => field.name === name)?.label ?? readableName(name, words);
}

/** Details contain at most the first 100 characters of a field's name. */
export function problemsOf(name: string, details: readonly ErrorDetail[]): string[] {
  return details
    .filter(
      ({ path }) => name === path || (path !== "" && name.startsWith(path) && path.length >= 100),
    )
    .map(({ message }) => message);
}

/** Returns a function that labels each value of a field with several values, as plain text and as markup. */
function labelsOf(
  value: { label: string; n: number; count: number },
  { language, words }: PageTexts,
) {
  const pattern = value.count === 1 ? "{label}" : words.nthValue;
  return {
    label: fillText(pattern, value, language),
    shownLabel: fillMarkup(pattern, value, language),
  };
}

/** Returns inputs for typed values, in order. A repeated name has several. */
export function keepFields(fields: FieldPairs, details: readonly ErrorDetail[], texts: PageTexts) {
  return fields.flatMap(([name, value], index) => {
    const entries = typeof value === "string" ? [value] : value;
    const label = readableName(name, texts.words);
    const count = entries.length;
    return entries.map((entry, position) => ({
      id: `field-${index}-${position}`,
      name,
      ...labelsOf({ label, n: position + 1, count }, texts),
      value: entry,
      problems: position === 0 ? problemsOf(name, details) : [],
    }));
  });
}

/** An input on the error page: one value of a field. */
export type KeptField = ReturnType<typeof keepFields>[number];

function inputHints(name: string): Markup | null {
  const kind = name.toLowerCase();
  if (kind === "email" || REPLY_NAMES.includes(kind))
    return html` inputmode="email" autocomplete="email"`;
  if (kind === "name") return html` autocomplete="name"`;
  if (kind === "phone" || kind === "tel") return html` inputmode="tel" autocomplete="tel"`;
  return null;
}

function isLongText({ name, value }: KeptField): boolean {
  return value.length > 60 || /[\r\n]/.test(value) || /^(message|comments?|text|body)$/i.test(name);
}

function rowsFor(value: string): number {
  const rows = value.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / 60), 0);
  return Math.min(14, Math.max(4, rows));
}

/** A label that can begin a sentence. A longer one, or a question, stands above what’s wrong anyway. */
const SUBJECT = /^.{1,40}[\p{L}\p{N})]$/u;

/** Problems as sentences, which name the field in languages whose texts don’t stand alone. */
export function problemText(label: string, problems: readonly string[], texts: PageTexts): string {
  const { words } = texts;
  const sentences = problems.map((text) =>
    /^\p{Ll}/u.test(text) && SUBJECT.test(label)
      ? labelledSentence(label, text, texts)
      : text.charAt(0).toUpperCase() + sentence(text, words).slice(1),
  );
  return joinSentences(sentences, words);
}

function problemLines({ id, label, problems }: KeptField, texts: PageTexts): Markup | null {
  if (problems.length === 0) return null;
  return html`<p class="problem" id="${id}-problem">${problemText(label, problems, texts)}</p>`;
}

/** Renders the error summary: each line links to a field and shows its problem. */
export function problemLinks(fields: readonly KeptField[], texts: PageTexts): Markup[] {
  return fields.flatMap(({ id, shownLabel, problems }) => {
    const link = html`<a href="#${id}">${shownLabel}</a>`;
    return problems.map((text) => html`<li>${labelledMarkup(link, text, texts)}</li>\n`);
  });
}

function attributes(field: KeptField, isEditable: boolean): Markup {
  const named = field.name !== "" && isEditable && html` name="${field.name}"`;
  const isWrong = field.problems.length > 0;
  return html` id="${field.id}"${named}${!isEditable && html` readonly`}${
    isWrong && html` aria-invalid="true" aria-describedby="${field.id}-problem"`
  }`;
}

/**
 * Keeps fields that the page set, not the visitor, in a hidden input unless they're the problem.
 *
 * @param isEditable - false: only shown for copying, because it can't be sent from here
 */
export function keptInput(field: KeptField, isEditable: boolean, texts: PageTexts): Markup | false {
  if (isPageName(field.name) && field.problems.length === 0)
    return isEditable && html`<input type="hidden" name="${field.name}" value="${field.value}">`;
  const shared = attributes(field, isEditable);
  // HTML parsers drop a line break right after the tag.
  const control = isLongText(field)
    ? html`<textarea${shared} rows="${rowsFor(field.value)}" dir="auto">\n${field.value}</textarea>`
    : html`<input type="text"${shared}${inputHints(field.name)} value="${field.value}" dir="auto">`;
  return html`<div class="field">
<label for="${field.id}">${field.shownLabel}</label>
${problemLines(field, texts)}
${control}
</div>`;
}
