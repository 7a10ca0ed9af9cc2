// Without Zod, because pages load this file.

import { cutCharacters } from "#lib/core/characters";

export const FIELD_TYPES = [
  "text",
  "long_text",
  "email",
  "url",
  "phone",
  "number",
  "date",
  "choice",
  "choices",
  "checkbox",
  "file",
  "hidden",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A field's members that may be null, all null. */
export const BLANK_FIELD = {
  help: null,
  placeholder: null,
  required: null,
  minLength: null,
  maxLength: null,
  min: null,
  max: null,
  options: null,
  multiple: null,
  autocomplete: null,
  width: null,
} as const;

/** Types whose values have a length. */
export function isTextType(type: FieldType): boolean {
  return ["text", "long_text", "email", "url", "phone", "hidden"].includes(type);
}

/** Types whose values are among the options. */
export function isChoiceType(type: FieldType): boolean {
  return type === "choice" || type === "choices";
}

/** Types whose values can only say what the form's owner lets visitors say, once they fit. */
export function isSafeType(type: FieldType): boolean {
  return isChoiceType(type) || ["number", "date", "checkbox"].includes(type);
}

/**
 * The most bytes that a form's fields take as JSON, with all of their members. So what was saved in the dashboard fits
 * into a request to the API as it was read, together with its other members.
 */
export const MAX_LIST_BYTES = 32_000;

/** The problem with a list that's too large, to read after its name; null for one that isn't. */
export function listSizeProblem(fields: readonly object[]): string | null {
  const { byteLength } = new TextEncoder().encode(JSON.stringify(fields));
  if (byteLength <= MAX_LIST_BYTES) return null;
  const limit = MAX_LIST_BYTES / 1000;
  return `must be at most ${limit} KB as JSON in total, but are ${Math.ceil(byteLength / 1000)} KB`;
}

const MAX_LABEL_CHARACTERS = 120;

/** A name as people write it: `first_name`, `firstName`, and `first-name[]` give "First name". */
export function labelFrom(name: string): string {
  const words = name
    .replace(/\[\w*\]/g, " ")
    .replace(
      /(\p{Ll}|\p{N})(\p{Lu})(?=\p{Ll})/gu,
      (_, before, upper) => `${before} ${upper.toLowerCase()}`,
    )
    .replace(/[\s_.\p{Cc}-]+/gu, " ")
    .trim();
  const label = cutCharacters(words === "" ? "Field" : words, MAX_LABEL_CHARACTERS).trim();
  return label.replace(/^./u, (first) => first.toUpperCase());
}
