import type { Context } from "#lib/core/context";
import { transaction } from "#lib/db/database";
import { changeRows, lockSubmissions } from "#lib/submissions/change-rows";
import type { UpdateSubmissionInput } from "#lib/submissions/schema";

/**
 * Moves messages or changes their read state, all or none. Those that are gone are left out: two
 * people may tidy up at once.
 *
 * @param ids - at most MAX_CHANGED_AT_ONCE
 * @returns how many were there to be changed, and ids of those whose mail or event was cancelled by it
 */
export async function updateSubmissions(
  ctx: Context,
  ids: readonly string[],
  input: UpdateSubmissionInput,
): Promise<{ changed: number; cancelled: string[] }> {
  return transaction(async (tx) => {
    const rows = await lockSubmissions(tx, ctx, ids);
    const cancelled = await changeRows(tx, ctx, rows, input);
    return { changed: rows.length, cancelled };
  });
}
