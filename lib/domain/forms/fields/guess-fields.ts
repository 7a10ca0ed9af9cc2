import { entriesOf, hasContent } from "#lib/core/characters";
import { INERT_NAMES, isNeverStored, isServiceName } from "#lib/core/fields/control-fields";
import { MAX_FIELD_OPTIONS, MAX_FORM_FIELDS, MAX_NAME_CHARACTERS } from "#lib/core/fields/limits";
import { meaningOf } from "#lib/core/fields/name-meanings";
import { checkFields, isChecked, type SubmittedContent } from "#lib/domain/forms/fields/rules";
import type { Field } from "#lib/domain/forms/fields/schema";
import { BLANK_FIELD, type FieldType, labelFrom } from "#lib/domain/forms/fields/types";

/** The properties of a field that messages reveal. */
type GuessedField = Pick<Field, "name" | "type" | "label" | "options" | "multiple">;

const MAX_OPTION_CHARACTERS = 200;
/** Longer values get a field with several lines. */
const MAX_LINE_CHARACTERS = 120;

function fits(type: FieldType, name: string, values: readonly string[]): boolean {
  const fields = [{ ...BLANK_FIELD, name, type, label: "-" }];
  const isFit = (value: string) =>
    checkFields({ fields }, { fields: [[name, value]], fileFields: [] }, { acceptsFiles: true })
      .faults.length === 0;
  return values.every(isFit);
}

const PHONE_NAME = /phone|mobile|(^|[^a-z])(tel|cell|fax)/i;
const LONG_NAME = /message|comment|description|details|nachricht|mensaje/i;
/** A bare host name may as well be a name with a dot. */
const SCHEME = /^\s*https?:/i;
/** A postal code or an account is no number: its leading zeros count. */
const LEADING_ZERO = /^0\d/;

function guessType(name: string, values: readonly string[]): FieldType {
  if (values.length === 0) {
    if (meaningOf(name) === "email") return "email";
    return LONG_NAME.test(name) ? "long_text" : "text";
  }
  if (PHONE_NAME.test(name) && fits("phone", name, values)) return "phone";
  if (fits("email", name, values)) return "email";
  if (fits("url", name, values) && values.every((value) => SCHEME.test(value))) return "url";
  if (fits("date", name, values)) return "date";
  if (fits("number", name, values) && !values.some((value) => LEADING_ZERO.test(value.trim())))
    return "number";
  if (fits("phone", name, values) && !values.every((value) => /^\d+$/.test(value.trim())))
    return "phone";
  if (values.every((value) => value === "on" || (value === "true" && isChecked([value]))))
    return "checkbox";
  const isLong = (value: string) => value.length > MAX_LINE_CHARACTERS || value.includes("\n");
  return LONG_NAME.test(name) || values.some(isLong) ? "long_text" : "text";
}

function guessField(name: string, contents: readonly SubmittedContent[]): GuessedField {
  const guessed = { name, label: labelFrom(name), options: null, multiple: null };
  const counts = contents.map(({ fileFields }) => fileFields.filter((one) => one === name).length);
  if (counts.some((count) => count > 0))
    return { ...guessed, type: "file", multiple: counts.some((count) => count > 1) || null };
  const entries = contents.flatMap(({ fields }) =>
    fields.filter(([field]) => field === name).map(([, value]) => entriesOf(value)),
  );
  const values = [...new Set(entries.flat().filter(hasContent))];
  const isOption = (value: string) =>
    value.length <= MAX_OPTION_CHARACTERS && !/[\r\n]/.test(value) && value.trim() === value;
  const isSeveral = entries.some((texts) => texts.filter(hasContent).length > 1);
  if (isSeveral && values.length <= MAX_FIELD_OPTIONS && values.every(isOption))
    return {
      ...guessed,
      type: "choices",
      options: values.map((value) => ({ value, label: value })),
    };
  return { ...guessed, type: guessType(name, values) };
}

/**
 * Guesses a form's fields from messages, in the order of the newest one. Types are guessed from the values,
 * except single choices, because messages rarely contain every option. Pure.
 *
 * @param contents - the newest first
 */
export function guessFields(contents: readonly SubmittedContent[]): GuessedField[] {
  const names = contents.flatMap(({ fields, fileFields }) => [
    ...fields.map(([name]) => name),
    ...fileFields,
  ]);
  const isOwn = (name: string) =>
    name.trim() !== "" &&
    name.length <= MAX_NAME_CHARACTERS &&
    !isNeverStored(name) &&
    !isServiceName(name) &&
    !INERT_NAMES.some((inert) => inert === name.toLowerCase());
  const own = [...new Set(names)].filter(isOwn).slice(0, MAX_FORM_FIELDS);
  return own.map((name) => guessField(name, contents));
}
