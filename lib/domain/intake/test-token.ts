import { makeSignedToken, readSignedToken } from "#lib/core/signed-token";

const PURPOSE = "dashboard-test";

/**
 * Makes the proof that a submission is a test from the dashboard of its form's owner. What goes wrong with it isn't
 * recorded as a visitor's problem. It permits nothing else.
 *
 * @param key - the installation's
 */
export function makeTestToken(key: Buffer, publicKey: string): string {
  return makeSignedToken(key, PURPOSE, [Buffer.from(publicKey)]);
}

/** Returns whether a token is one that {@link makeTestToken} made for this form. */
export function isTestToken(key: Buffer, token: string, publicKey: string): boolean {
  const expected = Buffer.from(publicKey);
  return readSignedToken(key, PURPOSE, token, expected.length)?.equals(expected) ?? false;
}
