// Doesn't use Zod, because pages load this file.

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

/** Returns whether a field of this type can limit its values' length. */
export function isTextType(type: FieldType): boolean {
  return ["text", "long_text", "email", "url", "phone", "hidden"].includes(type);
}

/** Returns whether a field of this type has options. */
export function isChoiceType(type: FieldType): boolean {
  return type === "choice" || type === "choices";
}

/** Returns whether the owner controls what valid values of this type can contain. */
export function isSafeType(type: FieldType): boolean {
  return isChoiceType(type) || ["number", "date", "checkbox"].includes(type);
}

/**
 * The maximum number of bytes of a form's fields as JSON, with all their members. It ensures that fields
 * saved in the dashboard can be sent back to the API as they were read, together with the form's other
 * members.
 */
export const MAX_LIST_BYTES = 32_000;

/** Returns the problem with a list that's too large, to follow its name; null if it isn't. */
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
