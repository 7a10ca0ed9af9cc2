import type { z } from "zod";
import type { SearchParams } from "./search-params";

/**
 * The query of a page, by the schema that the API uses. What a hand has mistyped is left out instead
 * of refused: a page can show its list anyway.
 */
export async function readQuery<S extends z.ZodObject>(
  schema: S,
  searchParams: SearchParams,
): Promise<z.output<S>> {
  const given = await searchParams;
  const known = Object.keys(schema.shape).flatMap((name) => {
    const value = given[name];
    if (typeof value !== "string" || value === "") return [];
    const isValid = schema.safeParse({ [name]: value }).success;
    return isValid ? [[name, value] as const] : [];
  });
  return schema.parse(Object.fromEntries(known));
}
