import { z } from "zod";
import { entriesOf, hasContent } from "#lib/core/characters";
import { formatDayIn, utcDay } from "#lib/core/dates";
import type { FieldPairs } from "#lib/core/fields/fields";
import type { IncludeAnswers } from "#lib/domain/emails/auto-reply/schema";
import { type EmailField, toEmailFields } from "#lib/domain/emails/message-text";
import { checkFields, isChecked } from "#lib/domain/forms/fields/rules";
import type { Field } from "#lib/domain/forms/fields/schema";
import { labelFrom } from "#lib/domain/forms/fields/types";

/**
 * The part of a message that an auto-reply repeats: a heading, and the fields under their labels.
 */
export const RepeatedFields = z.strictObject({
  title: z.string(),
  fields: z.array(z.strictObject({ label: z.string(), values: z.array(z.string()) })),
});
export type RepeatedFields = z.output<typeof RepeatedFields>;

/** A message as its form knows it. */
export type SentMessage = {
  fields: FieldPairs;
  /** The form's own fields. */
  known: readonly Field[];
  /** Whether the visitor has proved by this message's link that the address is theirs. */
  isConfirmed: boolean;
};

const CHECKED = "✓";
/** Longer numbers are written by their value, because digits can spell something. */
const MAX_NUMBER_CHARACTERS = 16;

function writeNumber(text: string): string {
  return text.length > MAX_NUMBER_CHARACTERS ? String(Number(text)) : text;
}

/**
 * Returns the values of a field whose owner controls what it can contain: labels of options, numbers, dates. Null for
 * one with other values.
 */
function safeValues(field: Field, values: readonly string[], language: string): string[] | null {
  const given = values.filter(hasContent);
  switch (field.type) {
    case "choice":
    case "choices": {
      const { options } = field;
      return [...new Set(given)].flatMap(
        (value) => options?.find((option) => option.value === value)?.label ?? [],
      );
    }
    case "number":
      return given.map((text) => writeNumber(text.trim()));
    case "date":
      return given.map((text) => formatDayIn(language, text.trim()));
    case "checkbox":
      return isChecked(values) ? [CHECKED] : [];
    default:
      return null;
  }
}

/**
 * Returns the fields that an auto-reply repeats. Anyone can enter a stranger's address, so a visitor's free text is
 * only included once that address is confirmed; until then, a value is left out unless it's valid for a field with
 * options, numbers, or dates. Files are never included. Pure.
 *
 * @param language - of dates
 */
export function fieldsToRepeat(
  include: IncludeAnswers,
  { fields, known, isConfirmed }: SentMessage,
  language: string,
): EmailField[] {
  if (include === "none") return [];
  const withText = include === "all" && isConfirmed;
  const sent = new Map(fields.map(([name, value]) => [name, entriesOf(value)]));
  const { faults } = checkFields(
    { fields: [...known] },
    { fields, fileFields: [] },
    { acceptsFiles: false },
  );
  const faulty = new Set(faults.map(({ name }) => name));
  const listed = known.map((field) => {
    const { name, label, type } = field;
    const values = sent.get(name) ?? [];
    const safe = faulty.has(name) ? null : safeValues(field, values, language);
    const isText = withText && type !== "file" && type !== "hidden";
    return { name, label, values: safe ?? (isText ? values : []) };
  });
  const names = new Set(known.map(({ name }) => name));
  const others = [...sent].filter(([name]) => withText && !names.has(name));
  const shown = [
    ...listed,
    ...others.map(([name, values]) => ({ name, label: labelFrom(name), values: [...values] })),
  ];
  const { fields: kept, isCut } = toEmailFields(
    shown
      .map((field) => ({ ...field, values: field.values.filter(hasContent) }))
      .filter(({ values }) => values.length > 0),
  );
  return isCut ? [...kept, { label: "…", values: [] }] : kept;
}

function sampleValue(field: Field, today: string): string | string[] {
  const { type, options, min, max, placeholder, label } = field;
  switch (type) {
    case "choice":
      return options?.[0]?.value ?? "";
    case "choices":
      return (options ?? []).slice(0, 2).map(({ value }) => value);
    case "number":
      return String(min ?? max ?? 1);
    case "date":
      return String(min ?? max ?? today);
    case "checkbox":
      return "on";
    default:
      return placeholder ?? label;
  }
}

/** A made-up message for previews, with a value for each of the form's fields. Pure. */
export function sampleMessage(
  known: readonly Field[],
  { isConfirmed, now }: { isConfirmed: boolean; now: Date },
): SentMessage {
  const today = utcDay(now);
  const made = known.map((field): [string, string | string[]] => [
    field.name,
    sampleValue(field, today),
  ]);
  const fields: FieldPairs =
    known.length > 0
      ? made
      : [
          ["name", "Ada Lovelace"],
          ["message", "This is a sample message."],
        ];
  return { fields, known, isConfirmed };
}
