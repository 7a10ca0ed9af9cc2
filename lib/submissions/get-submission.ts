import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { Submission } from "#lib/submissions/schema";
import { requireFullSubmission, toSubmission } from "#lib/submissions/store";

/** @throws {AppError} not_found */
export async function getSubmission(ctx: Context, submissionId: string): Promise<Submission> {
  return toSubmission(await requireFullSubmission(db(), ctx, submissionId), ctx.now);
}
