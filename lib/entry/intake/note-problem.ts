import { installationKey } from "#lib/adapters/db/installation-key";
import { recordRejection } from "#lib/domain/intake/rejections";
import { isTestToken } from "#lib/domain/intake/test-token";
import type { SubmissionHead } from "#lib/entry/intake/submission-head";

/** Records for the owner what went wrong, unless it was a test of their own. */
export async function noteProblem(
  { publicKey, origin, testToken }: SubmissionHead,
  code: Parameters<typeof recordRejection>[1],
  now: Date,
): Promise<void> {
  const isTest = testToken !== null && isTestToken(await installationKey(), testToken, publicKey);
  if (!isTest) await recordRejection(publicKey, code, origin, now);
}
