import { makeSignedToken, readSignedToken } from "#lib/core/signed-token";

const PURPOSE = "dashboard-test";

/**
 * Makes the proof that a submission is a test from the dashboard of its form's owner. Its failures aren't recorded
 * as visitors' problems. It gives no other permission.
 *
 * @param key - the installation's
 */
export function makeTestToken(key: Buffer, publicKey: string): string {
  return makeSignedToken(key, PURPOSE, [Buffer.from(publicKey)]);
}

/** Returns whether {@link makeTestToken} made a token for this form. */
export function isTestToken(key: Buffer, token: string, publicKey: string): boolean {
  const expected = Buffer.from(publicKey);
  return readSignedToken(key, PURPOSE, token, expected.length)?.equals(expected) ?? false;
}
