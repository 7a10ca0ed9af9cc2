// Without Zod, because pages load this file.

/**
 * The most bytes that a form's fields take as JSON, with all of their members. So what was saved in the dashboard fits
 * into a request to the API as it was read, together with its other members.
 */
export const MAX_LIST_BYTES = 32_000;

/** The problem with a list that's too large, to read after its name; null for one that isn't. */
export function listSizeProblem(fields: readonly object[]): string | null {
  const { byteLength } = new TextEncoder().encode(JSON.stringify(fields));
  if (byteLength <= MAX_LIST_BYTES) return null;
  const limit = MAX_LIST_BYTES / 1000;
  return `must be at most ${limit} KB as JSON in total, but are ${Math.ceil(byteLength / 1000)} KB`;
}
