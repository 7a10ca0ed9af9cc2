import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { markNotSpam } from "#lib/submissions/mark-not-spam";

/**
 * Sends what a move to spam had cancelled, once that move has been taken back. Messages that are gone
 * meanwhile are left out; what was sent since is not sent twice.
 *
 * The caller asks for a drain afterwards (`triggerDrain`).
 *
 * @param ids - what the move said it had cancelled (`updateSubmissions`)
 */
export async function requeueCancelled(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await markNotSpam(ctx, id, { folder: "inbox", mail: true, event: true });
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    }
  }
}
