import { z } from "zod";
import { toOrderedObject } from "#lib/core/ordered-json";

/** A list where a name was repeated. */
const FieldValue = z.union([z.string(), z.array(z.string())]);

/** Submitted fields in the order sent; how the column `submissions.fields` keeps them. */
export const FieldPairs = z.array(z.tuple([z.string(), FieldValue]));
export type FieldPairs = z.output<typeof FieldPairs>;

/** Fields as an object in input. Not z.record: that leaves out a field with the name `__proto__`. */
export const SubmittedFields = z
  .unknown()
  .transform((input, context): FieldPairs => {
    const refuse = (message: string, ...path: string[]) => {
      context.addIssue({ code: "custom", message, path });
      return [];
    };
    if (input === undefined) return refuse("is required");
    if (typeof input !== "object" || input === null || Array.isArray(input))
      return refuse("must be an object of field names and values");
    return Object.entries(input).flatMap(([name, value]): FieldPairs => {
      const parsed = FieldValue.safeParse(value);
      return parsed.success
        ? [[name, parsed.data]]
        : refuse("must be text or a list of texts", name);
    });
  })
  .meta({
    description: "What a visitor would send: field names with their values.",
    type: "object",
    additionalProperties: {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
    },
  });

/** The public shape of fields: an object that keeps their order. */
export function toFieldObject(pairs: FieldPairs): Record<string, string | string[]> {
  return toOrderedObject(pairs);
}

/** Names that the service itself reads and never stores, whatever the form's settings (CONTRACT section 4). */
export function isReservedName(name: string): boolean {
  return name.startsWith("_service_") || name === "cf-turnstile-response" || name === "_charset_";
}
