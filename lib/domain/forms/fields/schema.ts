import { z } from "zod";
import { isReservedName, RESERVED_NAME_PATTERN } from "#lib/core/fields/control-fields";
import { MAX_FIELD_OPTIONS, MAX_FORM_FIELDS, MAX_VALUE_CHARACTERS } from "#lib/core/fields/limits";
import { GivenRevision, Revision } from "#lib/core/revision";
import { OneLine, Text } from "#lib/core/text";
import {
  FIELD_TYPES,
  isChoiceType,
  isTextType,
  listSizeProblem,
  MAX_LIST_BYTES,
} from "#lib/domain/forms/fields/types";

const FieldType = z
  .enum(FIELD_TYPES, { error: `must be one of ${FIELD_TYPES.join(", ")}` })
  .describe("What the field accepts, and how it's shown.");

/** A member that may be left out: null then. */
function optional<T extends z.ZodType>(member: T, description: string) {
  return member.nullable().default(null).describe(description);
}

const boolean = z.boolean("must be true or false");
const Length = z
  .int("must be a whole number")
  .min(0, `must be 0 to ${MAX_VALUE_CHARACTERS}`)
  .max(MAX_VALUE_CHARACTERS, `must be 0 to ${MAX_VALUE_CHARACTERS}`);

const BOUND = "must be a number or a date like 2026-11-21";
const Bound = z.union(
  [z.number(), z.iso.date(BOUND).meta({ pattern: undefined }), z.null()],
  BOUND,
);

const Option = z
  .strictObject({
    value: OneLine(1, 200).describe("What is submitted, 1–200 characters on one line."),
    label: OneLine(1, 200).describe("What visitors read, 1–200 characters on one line."),
  })
  .describe("One of the values that visitors can select.");

const AUTOCOMPLETE = /^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)*$/;

export const Field = z
  .strictObject({
    name: Text(1, 100)
      .refine((name) => !isReservedName(name), "must not be a reserved name")
      .refine((name) => name === "" || name.trim() !== "", "must not be only spaces")
      .meta({
        description:
          "Name of the submitted field, unique in the list. Must not be a reserved name or the honeypot.",
        pattern: "^[^\\x00]*[^\\s\\x00][^\\x00]*$",
        not: { pattern: RESERVED_NAME_PATTERN },
      }),
    type: FieldType,
    label: OneLine(1, 120).describe("What visitors and owners read, 1–120 characters on one line."),
    help: optional(Text(0, 300), "A sentence below the label, up to 300 characters."),
    placeholder: optional(Text(0, 300), "An example in the empty field, up to 300 characters."),
    required: optional(
      boolean,
      "If true, a value is required. An empty value counts as missing; a required `checkbox` must be checked.",
    ),
    minLength: optional(Length, "The fewest characters of a text."),
    maxLength: optional(Length, "The most characters of a text."),
    min: Bound.default(null).describe("The smallest `number`, or the earliest `date`."),
    max: Bound.default(null).describe("The largest `number`, or the latest `date`."),
    options: optional(
      z
        .array(Option, "must be a list of options")
        .min(1, "must have at least 1 option")
        .max(MAX_FIELD_OPTIONS, `must have at most ${MAX_FIELD_OPTIONS} options`),
      "1–100 options with distinct values. Required for `choice` and `choices`, and only there.",
    ),
    multiple: optional(boolean, "Whether a `file` field accepts several files."),
    autocomplete: optional(
      Text(1, 100).regex(AUTOCOMPLETE, "must be autofill tokens, like given-name").meta({
        pattern: AUTOCOMPLETE.source,
      }),
      "What browsers fill in, in HTML's autofill tokens, such as `given-name`.",
    ),
    width: optional(
      z.enum(["full", "half"], { error: "must be full or half" }),
      "Width in the hosted form. `full` if it's null.",
    ),
  })
  .describe("A field of a form. Limits that don't apply to its type must be null.");
export type Field = z.output<typeof Field>;

type Problem = { path: (string | number)[]; message: string };

function boundProblem(type: Field["type"], bound: Field["min"]): string | null {
  if (bound === null) return null;
  if (type === "number") return typeof bound === "number" ? null : "must be a number";
  if (type === "date") return typeof bound === "string" ? null : "must be a date like 2026-11-21";
  return "applies only to number and date fields";
}

function rangeProblems({ type, minLength, maxLength, min, max }: Field): Problem[] {
  const isText = isTextType(type);
  const lengths = { minLength, maxLength };
  const problems = Object.entries({ min, max }).flatMap(([path, bound]): Problem[] => {
    const message = boundProblem(type, bound);
    return message === null ? [] : [{ path: [path], message }];
  });
  for (const [path, length] of Object.entries(lengths))
    if (length !== null && !isText)
      problems.push({ path: [path], message: "applies only to fields with text" });
  if (isText && minLength !== null && maxLength !== null && minLength > maxLength)
    problems.push({ path: ["maxLength"], message: "must be at least minLength" });
  if (min !== null && max !== null && typeof min === typeof max && min > max)
    problems.push({ path: ["max"], message: "must be at least min" });
  return problems;
}

function optionProblems({ type, options, multiple }: Field): Problem[] {
  const problems: Problem[] = [];
  if (multiple !== null && type !== "file")
    problems.push({ path: ["multiple"], message: "applies only to file fields" });
  if (isChoiceType(type) && options === null)
    problems.push({ path: ["options"], message: "is required for choice and choices fields" });
  if (!isChoiceType(type) && options !== null)
    problems.push({ path: ["options"], message: "applies only to choice and choices fields" });
  for (const at of repeatsOf((options ?? []).map(({ value }) => value)))
    problems.push({ path: ["options", at, "value"], message: "must be unique among the options" });
  return problems;
}

/** Returns the positions of texts that occur earlier in the list. */
function repeatsOf(texts: readonly string[]): number[] {
  return texts.flatMap((text, at) => (texts.indexOf(text) < at ? [at] : []));
}

/**
 * Returns the problems of a list whose fields are valid on their own, with paths within the list.
 */
function fieldProblems(fields: readonly Field[]): Problem[] {
  const repeated = repeatsOf(fields.map(({ name }) => name)).map((at) => ({
    path: [at, "name"],
    message: "must be unique among the fields",
  }));
  return fields.flatMap((field, index): Problem[] => {
    const own = [...rangeProblems(field), ...optionProblems(field)];
    const names = repeated.filter(({ path }) => path[0] === index);
    return [...names, ...own.map(({ path, message }) => ({ path: [index, ...path], message }))];
  });
}

const otherFields = z
  .enum(["accept", "drop", "reject"], { error: "must be accept, drop, or reject" })
  .describe(
    "Fields that aren't in the list: `accept` stores them, `drop` doesn't, and `reject` rejects the submission.",
  );

const onInvalid = z
  .enum(["reject", "mark"], { error: "must be reject or mark" })
  .describe(
    "Values that don't fit: `reject` rejects the submission with 422, `mark` stores it and lists them in `invalidFields`.",
  );

const fields = z
  .array(Field, "must be a list of fields")
  .max(MAX_FORM_FIELDS, `must have at most ${MAX_FORM_FIELDS} fields`)
  .superRefine((given, issue) => {
    for (const { path, message } of fieldProblems(given))
      issue.addIssue({ code: "custom", path, message });
    const message = listSizeProblem(given);
    if (message) issue.addIssue({ code: "custom", message });
  })
  .describe(
    `Up to 50 fields in the order shown, at most ${MAX_LIST_BYTES / 1000} KB as JSON. If empty, submissions aren't checked.`,
  );

export const FormFields = z
  .strictObject({
    revision: Revision,
    fields: z.array(Field).describe("In the order shown."),
    otherFields,
    onInvalid,
  })
  .describe("The fields that a form knows, and what happens to everything else.");
export type FormFields = z.output<typeof FormFields>;

/** The part of a form's fields that intake and the hosted form need. */
export type FieldList = Omit<FormFields, "revision">;

export const UNSAVED_FIELDS: FormFields = {
  revision: null,
  fields: [],
  otherFields: "accept",
  onInvalid: "reject",
};

export const SaveFieldsInput = z.strictObject({
  revision: GivenRevision,
  fields,
  otherFields: otherFields.default("accept"),
  onInvalid: onInvalid.default("reject"),
});
export type SaveFieldsInput = z.output<typeof SaveFieldsInput>;

export const InvalidField = z
  .strictObject({
    name: z.string().describe("Name of the field."),
    message: z.string().describe("What's wrong, to read after the field's name."),
  })
  .describe("A submitted value that doesn't fit its field.");
export type InvalidField = z.output<typeof InvalidField>;

/** The part of a field that is needed to show its values and to find the sender. */
export const KnownField = Field.pick({
  name: true,
  type: true,
  label: true,
  options: true,
  autocomplete: true,
});
export type KnownField = z.output<typeof KnownField>;

/**
 * The format of the column `form_fields.fields`. Names aren't checked, because one may have become reserved
 * after it was saved.
 */
export const StoredFields = z.array(Field.extend({ name: z.string() }));
