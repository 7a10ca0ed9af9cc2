import { type FieldType, isChoiceType, isTextType } from "#lib/fields/types";

type Bound = number | string | null;

/** The members of a field that depend on each other. */
type GivenField = {
  name: string;
  type: FieldType;
  minLength: number | null;
  maxLength: number | null;
  min: Bound;
  max: Bound;
  options: readonly { value: string }[] | null;
  multiple: boolean | null;
};

type Problem = { path: (string | number)[]; message: string };

function boundProblem(type: FieldType, bound: Bound): string | null {
  if (bound === null) return null;
  if (type === "number") return typeof bound === "number" ? null : "must be a number";
  if (type === "date") return typeof bound === "string" ? null : "must be a date like 2026-11-21";
  return "applies only to number and date fields";
}

function rangeProblems({ type, minLength, maxLength, min, max }: GivenField): Problem[] {
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

function optionProblems({ type, options, multiple }: GivenField): Problem[] {
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

/** The positions of texts that occur earlier in the list. */
function repeatsOf(texts: readonly string[]): number[] {
  return texts.flatMap((text, at) => (texts.indexOf(text) < at ? [at] : []));
}

/** Problems of a list of fields whose members fit on their own, with paths from the list on. */
export function fieldProblems(fields: readonly GivenField[]): Problem[] {
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
