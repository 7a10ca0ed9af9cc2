import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";

/**
 * Checks an ID that a browser sends to an action.
 *
 * @throws {AppError} not_found
 */
export function checkedId(id: unknown): string {
  if (typeof id !== "string" || !isId(id)) throw notFound();
  return id;
}
