export type QueryValues = Readonly<Record<string, string | null | undefined>>;

/** A path with the query parameters that have a value. */
export function hrefTo(path: string, values: QueryValues): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
