/**
 * One page of a list. `nextCursor` is the `cursor` of the next one, or null on the last. A list of
 * submissions with `order: "asc"` also has `resumeCursor`: the `cursor` to continue with later.
 */
export type Page<T> = { data: T[]; nextCursor: string | null; resumeCursor?: string | null };

/** Each item of all pages, with one page in memory at a time. */
export async function* eachItem<Q extends { cursor?: string }, T>(
  list: (query: Q) => Promise<Page<T>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  let page = await list(query);
  yield* page.data;
  while (page.nextCursor !== null) {
    page = await list({ ...query, cursor: page.nextCursor });
    yield* page.data;
  }
}
