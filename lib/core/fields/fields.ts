import { z } from "zod";
import { entriesOf, hasContent } from "#lib/core/characters";
import { toOrderedObject } from "#lib/core/ordered-json";
import { STORABLE_PATTERN } from "#lib/core/text";

const FieldValue = z.union([z.string(), z.array(z.string())]);

/** Submitted fields in the order sent, as stored in `submissions.fields`. */
export const FieldPairs = z.array(z.tuple([z.string(), FieldValue]));
export type FieldPairs = z.output<typeof FieldPairs>;

/** Fields given as an object. It isn't a z.record, which drops a field named `__proto__`. */
export const SubmittedFields = z
  .unknown()
  .transform((input, context): FieldPairs => {
    const reject = (message: string, ...path: string[]) => {
      context.addIssue({ code: "custom", message, path });
      return [];
    };
    if (input === undefined) return reject("is required");
    if (typeof input !== "object" || input === null || Array.isArray(input))
      return reject("must be an object with field names and values");
    return Object.entries(input).flatMap(([name, value]): FieldPairs => {
      const parsed = FieldValue.safeParse(value);
      return parsed.success
        ? [[name, parsed.data]]
        : reject("must be a string or a list of strings", name);
    });
  })
  .meta({
    description: "Fields a visitor would submit: names and values.",
    type: "object",
    propertyNames: { type: "string", pattern: STORABLE_PATTERN },
    additionalProperties: {
      anyOf: [
        { type: "string", pattern: STORABLE_PATTERN },
        { type: "array", items: { type: "string", pattern: STORABLE_PATTERN } },
      ],
    },
  });

/** Returns the public format of fields: an object that keeps their order. */
export function toFieldObject(pairs: FieldPairs): Record<string, string | string[]> {
  return toOrderedObject(pairs);
}

/**
 * Returns the values of the fields with these names, trimmed and without blank ones.
 *
 * @param names - in lower case; fields match in any case
 */
export function valuesNamed(fields: FieldPairs, names: readonly string[]): string[] {
  return fields
    .filter(([name]) => names.includes(name.toLowerCase()))
    .flatMap(([, value]) => entriesOf(value))
    .filter(hasContent)
    .map((text) => text.trim());
}
