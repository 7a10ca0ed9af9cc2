import { recordRejection } from "#lib/domain/intake/rejections";
import type { SubmissionHead } from "#lib/entry/intake/submission-head";
import { isTestVisit } from "#lib/entry/intake/test-visit";

/** Records a problem for the owner, unless the submission was the owner's own test. */
export async function noteProblem(
  head: SubmissionHead,
  code: Parameters<typeof recordRejection>[1],
  now: Date,
): Promise<void> {
  if (!(await isTestVisit(head))) await recordRejection(head.publicKey, code, head.origin, now);
}
