/** What Next hands to pages. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The value of a parameter that was given once. */
export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
