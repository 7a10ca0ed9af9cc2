import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { transaction } from "#lib/db/database";
import { changeRows, lockSubmissions } from "#lib/submissions/change-rows";
import type { SubmissionFields, UpdateSubmissionInput } from "#lib/submissions/schema";
import { requireSubmission, toSubmissionFields } from "#lib/submissions/store";

/**
 * Moves a message or changes its read state: see {@link changeRows}.
 *
 * @throws {AppError} not_found
 */
export async function updateSubmission(
  ctx: Context,
  submissionId: string,
  input: UpdateSubmissionInput,
): Promise<SubmissionFields> {
  if (!isId(submissionId)) throw notFound();
  return transaction(async (tx) => {
    const rows = await lockSubmissions(tx, ctx, [submissionId]);
    if (rows.length === 0) throw notFound();
    await changeRows(tx, ctx, rows, input);
    return toSubmissionFields(await requireSubmission(tx, ctx, submissionId));
  });
}
