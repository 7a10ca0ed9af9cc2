import { z } from "zod";
import { toOrderedObject } from "#lib/core/ordered-object";

/** Submitted fields in the order sent; how the column `submissions.fields` keeps them. */
export const FieldPairs = z.array(
  z.tuple([z.string(), z.union([z.string(), z.array(z.string())])]),
);
export type FieldPairs = z.output<typeof FieldPairs>;

/** The public shape of fields: an object that keeps their order. */
export function toFieldObject(pairs: FieldPairs): Record<string, string | string[]> {
  return toOrderedObject(pairs);
}

/** Names that the service itself reads and never stores, whatever the form's settings (CONTRACT section 4). */
export function isReservedName(name: string): boolean {
  return name.startsWith("_service_") || name === "cf-turnstile-response";
}
