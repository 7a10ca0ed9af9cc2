import { installationKey } from "#lib/adapters/db/installation-key";
import { isTestToken } from "#lib/domain/intake/test-token";
import type { SubmissionHead } from "#lib/entry/intake/submission-head";

/** Returns whether a submission is a test from the dashboard of its form's owner. */
export async function isTestVisit({ publicKey, testToken }: SubmissionHead): Promise<boolean> {
  return testToken !== null && isTestToken(await installationKey(), testToken, publicKey);
}
