import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";

/**
 * An id that a page gave to an action and a browser sent back: it may be anything.
 *
 * @throws {AppError} not_found
 */
export function checkedId(id: unknown): string {
  if (typeof id !== "string" || !isId(id)) throw notFound();
  return id;
}
