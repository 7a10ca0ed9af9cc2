import type { z } from "zod";
import { Cursor } from "#lib/core/cursor";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The value of a parameter that occurs once. */
export function singleValue(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Parses a page’s query with the API’s schema. Invalid values are ignored, so that the page still
 * shows.
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

/** The cursor in a URL; an invalid one is ignored. */
export function readCursor(value: string | undefined): string | undefined {
  return Cursor.safeParse(value).data;
}

const ORIGIN = "http://localhost";

/**
 * The address to go to after signing in: always a page of this service. The link is resolved as a browser
 * would (`/\host`, tabs, `%2e`), and the result starts with exactly one slash.
 */
export function localPath(text: string | undefined): string {
  const url = text?.startsWith("/") ? URL.parse(text, ORIGIN) : null;
  if (url?.origin !== ORIGIN) return "/";
  // `/.//host` resolves to the path `//host`, which a browser would treat as another site.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}
