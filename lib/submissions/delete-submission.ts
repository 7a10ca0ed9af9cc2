import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { deleteSubmissions } from "#lib/submissions/delete-submissions";

/**
 * Deletes a message for good, with its files, deliveries and attempts.
 *
 * @throws {AppError} not_found
 */
export async function deleteSubmission(ctx: Context, submissionId: string): Promise<void> {
  if (!isId(submissionId)) throw notFound();
  const { deleted } = await deleteSubmissions(ctx, [submissionId]);
  if (deleted === 0) throw notFound();
}
