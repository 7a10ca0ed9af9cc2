import type { z } from "zod";

/** With more problems, it isn't a template at all, and a list of them helps no one. */
const MAX_PROBLEMS = 100;

/** A value without unknown members, and the number of its problems under a strict schema. */
type Reading = { value: unknown; problems: number };

/** A value without the members that a strict schema doesn't know: a later release may have added them. Pure. */
function dropUnknown(schema: z.ZodType, value: unknown): Reading {
  const issues = schema.safeParse(value).error?.issues ?? [];
  const unknown = issues.filter((issue) => issue.code === "unrecognized_keys");
  const problems = issues.length - unknown.length;
  if (unknown.length === 0 || problems > MAX_PROBLEMS) return { value, problems };
  const copy = structuredClone(value);
  for (const { path, keys } of unknown) {
    const holder: unknown = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
    for (const key of keys) Reflect.deleteProperty(Object(holder), key);
  }
  return { value: copy, problems };
}

/**
 * Applies {@link dropUnknown} as the first step of parsing. Reports one problem instead of very
 * many.
 */
export function readGenerously(schema: z.ZodType) {
  return (given: unknown, issue: z.RefinementCtx): unknown => {
    const { value, problems } = dropUnknown(schema, given);
    if (problems > MAX_PROBLEMS)
      issue.addIssue({ code: "custom", message: "isn't a form that was downloaded from here" });
    return value;
  };
}
