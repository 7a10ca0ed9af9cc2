import { isNeverStored } from "#lib/core/fields/control-fields";
import { meaningOf } from "#lib/core/fields/name-meanings";
import type { Field, FieldList, FormFields } from "#lib/domain/forms/fields/schema";
import { type FieldType, isChoiceType, isTextType } from "#lib/domain/forms/fields/types";

type Option = { value: string; label: string };
type Typed = "help" | "placeholder" | "minLength" | "maxLength" | "min" | "max" | "options";

/** A field as it's edited: limits and options are the texts that were typed. */
export type DraftField = Pick<Field, "type" | "label" | "name" | "autocomplete"> &
  Record<Typed, string> & {
    /** The key of the row in the list, not the field’s name. */
    id: string;
    /** True while the name is made from the label. */
    followsLabel: boolean;
    /** The saved options, so that unchanged lines of `options` keep their value. */
    savedOptions: readonly Option[];
    required: boolean;
    multiple: boolean;
    width: "full" | "half";
  };

export type FieldListDraft = Omit<FieldList, "fields"> & { fields: readonly DraftField[] };

const MAX_MADE_NAME = 60;
/** The options of a new choice field. */
export const NEW_OPTIONS = "Option 1\nOption 2";
const SEPARATOR = " | ";

/** An option as a line: its label, after its value if that's another text. */
function toLine({ value, label }: Option): string {
  return value === label ? label : `${value}${SEPARATOR}${label}`;
}

function toOption(line: string, saved: readonly Option[]): Option {
  const kept = saved.find((option) => toLine(option) === line);
  if (kept) return { value: kept.value, label: kept.label };
  const at = line.indexOf(SEPARATOR);
  if (at < 0) return { value: line, label: line };
  return { value: line.slice(0, at).trim(), label: line.slice(at + SEPARATOR.length).trim() };
}

/** Returns the lines of a text that aren't blank. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The members that a new field must have. Other members are optional. */
export type GivenField = Pick<Field, "name" | "type" | "label"> & Partial<Field>;

export function toDraftField(field: GivenField, id: string): DraftField {
  const textOf = (member: string | number | null | undefined) => String(member ?? "");
  const options = field.options ?? [];
  return {
    id,
    type: field.type,
    label: field.label,
    name: field.name,
    followsLabel: false,
    help: textOf(field.help),
    placeholder: textOf(field.placeholder),
    required: field.required ?? false,
    minLength: textOf(field.minLength),
    maxLength: textOf(field.maxLength),
    min: textOf(field.min),
    max: textOf(field.max),
    options: options.map(toLine).join("\n"),
    savedOptions: options,
    multiple: field.multiple ?? false,
    autocomplete: field.autocomplete ?? null,
    width: field.width ?? "full",
  };
}

/**
 * Converts the saved fields to a draft. Rows use their position as ID, so that the server and the
 * browser agree on it.
 */
export function toDraft({ fields, otherFields, onInvalid }: FormFields): FieldListDraft {
  return {
    fields: fields.map((field, place) => toDraftField(field, `saved-${place}`)),
    otherFields,
    onInvalid,
  };
}

/** Types whose empty input can show an example. */
export function hasPlaceholder(type: FieldType): boolean {
  return type === "number" || (isTextType(type) && type !== "hidden");
}

/** Types with a smallest and a largest value. */
export function hasRange(type: FieldType): type is "number" | "date" {
  return type === "number" || type === "date";
}

/** Returns a number if one was typed, else the text, which the server rejects. */
function numberOr(text: string): number | string {
  const typed = text.trim();
  return typed !== "" && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

/** Converts a draft to the field to save. Members that don't apply to its type are left out. */
function toField(draft: DraftField) {
  const { type, help, placeholder } = draft;
  const given = (text: string, applies: boolean) => (applies && text.trim() !== "" ? text : null);
  const limit = (text: string, applies: boolean) =>
    given(text, applies) === null ? null : numberOr(text);
  const bound = (text: string) =>
    type === "date" ? given(text.trim(), true) : limit(text, type === "number");
  const options = linesOf(draft.options).map((line) => toOption(line, draft.savedOptions));
  return {
    name: draft.name,
    type,
    label: draft.label.trim(),
    help: given(help, type !== "hidden"),
    placeholder: given(placeholder, hasPlaceholder(type)),
    required: draft.required,
    minLength: limit(draft.minLength, isTextType(type)),
    maxLength: limit(draft.maxLength, isTextType(type)),
    min: bound(draft.min),
    max: bound(draft.max),
    options: isChoiceType(type) ? options : null,
    multiple: type === "file" && draft.multiple ? true : null,
    autocomplete: draft.autocomplete,
    width: draft.width === "half" ? "half" : null,
  };
}

/** Returns the input of a save or of a preview. The server checks it. */
export function toInput({ fields, otherFields, onInvalid }: FieldListDraft) {
  return { fields: fields.map(toField), otherFields, onInvalid };
}

/** Saved fields keep their name, because websites send it. */
export function withOwnNames(draft: FieldListDraft): FieldListDraft {
  return { ...draft, fields: draft.fields.map((field) => ({ ...field, followsLabel: false })) };
}

/**
 * The part of the sender that a field provides: the first email field, and the first text that asks
 * for a name.
 */
export type SenderPart = "email" | "name";

/** Returns the part of the sender that a field with this type and label provides, or null. */
export function senderPart({ type, label }: Pick<Field, "type" | "label">): SenderPart | null {
  if (type === "email") return "email";
  return type === "text" && meaningOf(label) === "name" ? "name" : null;
}

/**
 * Makes the name of a field from its label: "Your company" becomes `your_company`, and the first fields for the
 * sender's address and name become `email` and `name`. Never a name that's already used.
 */
export function nameFrom(field: Pick<Field, "type" | "label">, taken: readonly string[]): string {
  const part = senderPart(field);
  if (part !== null && !taken.includes(part)) return part;
  const plain = field.label
    .normalize("NFD")
    .replace(/(\p{sc=Latin})\p{M}+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  const base = [...plain].slice(0, MAX_MADE_NAME).join("") || "field";
  let name = base;
  for (let next = 2; taken.includes(name) || isNeverStored(name); next += 1)
    name = `${base}_${next}`;
  return name;
}

/**
 * Derives the field's name from its type and label until someone sets the name. Browsers autofill a field
 * named for the sender's name; email fields are autofilled by type.
 */
export function renameByLabel(field: DraftField, taken: readonly string[]): DraftField {
  if (!field.followsLabel) return field;
  const name = nameFrom(field, taken);
  const kept = field.autocomplete === "name" ? null : field.autocomplete;
  const autocomplete = name === "name" && senderPart(field) === "name" ? "name" : kept;
  return { ...field, name, autocomplete };
}

/** A field with another label, and the name that follows from it. */
export function relabel(field: DraftField, label: string, taken: readonly string[]): DraftField {
  return renameByLabel({ ...field, label }, taken);
}
