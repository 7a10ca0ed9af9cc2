// Doesn't use Zod, because the form's settings page loads this file for its preview.
import { cutCharacters, isLongerThan, toLine } from "#lib/core/characters";
import { SUBJECT_NAMES } from "#lib/core/fields/control-fields";

/**
 * The maximum number of characters of each part of a subject: the form's own, and the one that the page sent.
 */
const MAX_PART = 150;
/**
 * The maximum number of characters of one placeholder's value, so that a long message leaves room for the
 * rest.
 */
const MAX_VALUE = 80;
/** The subject when all placeholders are empty. */
const EMPTY_SUBJECT = "New form submission";

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const FORM_NAME = "form";

/** Separators left at the end by an empty placeholder, as in "Contact: ". */
const DANGLING = /[\s:,–—-]+$/;

export type SubjectValues = {
  formName: string;
  /** Returns the nonblank values of a field, by its name in lower case. */
  valuesOf: (name: string) => readonly string[];
};

/** Joins the values of a field for a subject: one line of at most 80 characters. */
export function toSubjectValue(values: readonly string[]): string {
  return shorten(toLine(values.join(", "), Number.POSITIVE_INFINITY), MAX_VALUE);
}

function shorten(line: string, max: number): string {
  return isLongerThan(line, max) ? `${cutCharacters(line, max - 1).trimEnd()}…` : line;
}

/**
 * Writes the subject of a notification: the form's own with its placeholders filled in, followed by the one that the
 * page sent, if any. A placeholder without a value is removed, including a separator at the end. One line of at most
 * 302 characters.
 *
 * @param template - the form's subject, with `{{form}}` and `{{field}}`; fields match in any case
 */
export function writeSubject(template: string, { formName, valuesOf }: SubjectValues): string {
  const filled = template.replaceAll(PLACEHOLDER, (_, inside: string) => {
    const name = inside.trim().toLowerCase();
    return toSubjectValue(name === FORM_NAME ? [formName] : valuesOf(name));
  });
  const line = toLine(filled, Number.POSITIVE_INFINITY).replace(DANGLING, "");
  const own = shorten(line, MAX_PART) || EMPTY_SUBJECT;
  const [sent = ""] = SUBJECT_NAMES.flatMap(valuesOf);
  return [own, toLine(sent, MAX_PART)].filter((part) => part !== "").join(": ");
}
