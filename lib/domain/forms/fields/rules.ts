import { entriesOf, hasContent, isLongerThan } from "#lib/core/characters";
import { countOf } from "#lib/core/count";
import { isAddress } from "#lib/core/email-address";
import { isNeverStored, isServiceName } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import type { Field, FieldList } from "#lib/domain/forms/fields/schema";
import { isTextType } from "#lib/domain/forms/fields/types";

/**
 * Messages of the rules that are worded the same for every field, to follow the field's name in the
 * API.
 */
export const FAULT_MESSAGES = {
  missing: "is required",
  unchecked: "must be checked",
  no_file: "requires a file",
  several: "must be a single value",
  several_files: "must be a single file",
  not_text: "can’t be a file",
  not_file: "must be a file",
  email: "must be an email address, like name@example.com",
  url: "must be a web address, like https://example.com or example.com",
  phone: "must be a phone number: at least 3 digits, with spaces and +()-./x",
  number: "must be a number",
  date: "must be a date like 2026-11-21",
  option: "must be one of the options",
  unknown: "isn’t a field of this form",
} as const;

/** A value that doesn't fit its field, by the rule that it breaks. `limit` is the field's own. */
export type Fault = { name: string } & (
  | { rule: keyof typeof FAULT_MESSAGES }
  | { rule: "too_short" | "too_long"; limit: number }
  | { rule: "too_small" | "too_large"; limit: number | string }
);

type Verdict = Fault extends infer One ? (One extends Fault ? Omit<One, "name"> : never) : never;

/** A host name with a dot, and a last label that isn't a number; then a port, a path, a query, or a fragment. */
const BARE_ADDRESS =
  /^[^\s\p{Cc}/?#@:\\]+\.(?=[^./?#:]*\p{L})[^\s\p{Cc}/?#@:\\]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}]*)?$/u;
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}]+$/iu;
const PHONE = /^[0-9 +()\-./x]+$/;
/** The WHATWG's format of a floating-point number. */
const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Values that scripts and form builders send for an unchecked checkbox. */
const UNCHECKED: ReadonlySet<string> = new Set(["false", "0", "off", "no"]);

/**
 * Returns a web address as it's stored: a bare hostname with a dot, and the rest, gets `https://` in front. Null for
 * any other text.
 */
export function toWebAddress(text: string): string | null {
  if (WEB_ADDRESS.test(text)) return URL.canParse(text) ? text : null;
  const address = `https://${text}`;
  return BARE_ADDRESS.test(text) && URL.canParse(address) ? address : null;
}

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = DATE.exec(text) ?? [];
  if (year === "" || year === "0000") return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}

/**
 * Checks the length of a text without a format. Browsers send line breaks as two characters, but
 * count one.
 */
function checkLength(text: string, { minLength, maxLength }: Field): Verdict | null {
  const counted = text.replaceAll("\r\n", "\n");
  if (maxLength !== null && isLongerThan(counted, maxLength))
    return { rule: "too_long", limit: maxLength };
  if (minLength !== null && minLength > 0 && !isLongerThan(counted, minLength - 1))
    return { rule: "too_short", limit: minLength };
  return null;
}

function checkRange<T extends number | string>(value: T, min: unknown, max: unknown) {
  const isLimit = (limit: unknown): limit is T => typeof limit === typeof value;
  if (isLimit(min) && value < min) return { rule: "too_small", limit: min } as const;
  if (isLimit(max) && value > max) return { rule: "too_large", limit: max } as const;
  return null;
}

function checkFormat(text: string, { type, min, max, options }: Field): Verdict | null {
  const value = text.trim();
  switch (type) {
    case "email":
      return isAddress(value) ? null : { rule: "email" };
    case "url":
      return toWebAddress(value) === null ? { rule: "url" } : null;
    case "phone":
      return PHONE.test(value) && value.replace(/[^0-9]/g, "").length >= 3
        ? null
        : { rule: "phone" };
    case "number":
      return isNumber(value) ? checkRange(Number(value), min, max) : { rule: "number" };
    case "date":
      return isDate(value) ? checkRange(value, min, max) : { rule: "date" };
    case "choice":
    case "choices":
      return options?.some((option) => option.value === text) ? null : { rule: "option" };
    default:
      return null;
  }
}

/** Returns whether a checkbox with these values is checked. */
export function isChecked(values: readonly string[]): boolean {
  return values.some((value) => hasContent(value) && !UNCHECKED.has(value.trim().toLowerCase()));
}

function checkTexts(field: Field, values: readonly string[]): Verdict | null {
  if (field.type === "checkbox")
    return field.required && !isChecked(values) ? { rule: "unchecked" } : null;
  const given = values.filter(hasContent);
  const [first] = given;
  if (first === undefined) return field.required ? { rule: "missing" } : null;
  if (given.length > 1 && field.type !== "choices") return { rule: "several" };
  for (const text of given) {
    const verdict =
      (isTextType(field.type) ? checkLength(text, field) : null) ?? checkFormat(text, field);
    if (verdict) return verdict;
  }
  return null;
}

function checkFiles(field: Field, values: readonly string[], count: number): Verdict | null {
  if (values.some(hasContent)) return { rule: "not_file" };
  if (count === 0 && field.required) return { rule: "no_file" };
  return count > 1 && !field.multiple ? { rule: "several_files" } : null;
}

/** Submitted content: fields without control fields, and the names of the fields with files. */
export type SubmittedContent = { fields: FieldPairs; fileFields: readonly string[] };

/**
 * Checks submitted content against a form's fields. Control fields, and other form services' special
 * fields that work here, are never reported as others. Pure.
 *
 * @param options - `acceptsFiles`: without, file fields aren't required
 */
export function checkFields(
  { fields: list }: Pick<FieldList, "fields">,
  { fields, fileFields }: SubmittedContent,
  { acceptsFiles }: { acceptsFiles: boolean },
) {
  const texts = new Map(fields.map(([name, value]) => [name, entriesOf(value)]));
  const countFiles = (name: string) => fileFields.filter((field) => field === name).length;
  const faults = list.flatMap((field): Fault[] => {
    const { name } = field;
    const values = texts.get(name) ?? [];
    const count = countFiles(name);
    if (field.type !== "file" && count > 0) return [{ name, rule: "not_text" }];
    const known = acceptsFiles ? field : { ...field, required: false };
    const verdict =
      field.type === "file" ? checkFiles(known, values, count) : checkTexts(field, values);
    return verdict ? [{ name, ...verdict }] : [];
  });
  const listed = new Set(list.map(({ name }) => name));
  const isOther = (name: string) =>
    !listed.has(name) && !isNeverStored(name) && !isServiceName(name);
  const sent = new Set([...texts.keys(), ...fileFields]);
  return {
    /** One fault per field whose values are invalid, in the list's order. */
    faults,
    /** Names of submitted fields that aren't in the list. */
    others: [...sent].filter(isOther),
  };
}

/** Writes a fault for the API, to follow the field's name. */
export function faultMessage(fault: Fault): string {
  switch (fault.rule) {
    case "too_short":
      return `must be at least ${countOf(fault.limit, "character")}`;
    case "too_long":
      return `must be at most ${countOf(fault.limit, "character")}`;
    case "too_small":
      return typeof fault.limit === "string"
        ? `must be ${fault.limit} or later`
        : `must be at least ${fault.limit}`;
    case "too_large":
      return typeof fault.limit === "string"
        ? `must be ${fault.limit} or earlier`
        : `must be at most ${fault.limit}`;
    default:
      return FAULT_MESSAGES[fault.rule];
  }
}
