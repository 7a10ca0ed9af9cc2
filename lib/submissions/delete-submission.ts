import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { transaction } from "#lib/db/database";
import { removeObjectsOf } from "#lib/submissions/remove-objects";
import { reachable } from "#lib/submissions/store";

/**
 * Deletes a message for good, with its files, deliveries and attempts.
 *
 * @throws {AppError} not_found
 */
export async function deleteSubmission(ctx: Context, submissionId: string): Promise<void> {
  if (!isId(submissionId)) throw notFound();
  await transaction(async (tx) => {
    await removeObjectsOf(tx, ctx, [submissionId]);
    const { count } = await tx.submission.deleteMany({
      where: { id: submissionId, ...reachable(ctx) },
    });
    if (count === 0) throw notFound();
  });
}
