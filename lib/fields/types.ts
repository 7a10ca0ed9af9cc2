/** Types of fields. */
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
