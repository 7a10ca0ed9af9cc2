import { isIP } from "node:net";
import type { WebAuthnCredential } from "@simplewebauthn/server";
import { settings } from "#lib/core/settings";
import { type ChallengePurpose, createChallenge, passkeyRejected } from "#lib/factors/challenges";
import type { NewPasskeyResponse, PasskeyResponse } from "#lib/factors/schema";

export const SERVICE_NAME = "Form Intake";

// Loaded when it's first needed: it takes 0.2 s, and most processes never see a passkey.
const library = () => import("@simplewebauthn/server");
const helpers = () => import("@simplewebauthn/server/helpers");

/** Passkeys belong to the host of BASE_URL. */
function site() {
  const { origin, hostname } = new URL(settings().baseUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}

/** Returns whether browsers allow passkeys at BASE_URL: they need a hostname and, except for localhost, TLS. */
export function arePasskeysPossible(): boolean {
  const { protocol, hostname } = new URL(settings().baseUrl);
  if (isIP(hostname) !== 0 || hostname.startsWith("[")) return false;
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}

type KnownPasskey = { credentialId: string; transports: string[] };

function toDescriptors(passkeys: readonly KnownPasskey[]) {
  return passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
}

/** Creates the options for a new passkey. Those the user has can't be created again. */
export async function newPasskeyOptions(
  user: { id: string; email: string },
  existing: readonly KnownPasskey[],
  now: Date,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID: site().expectedRPID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    challenge: await createChallenge({ purpose: "add", userId: user.id }, now),
    excludeCredentials: toDescriptors(existing),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Creates the options for using a passkey.
 *
 * @param allowed - empty: any passkey that the browser has for this service
 */
export async function passkeyOptions(
  purpose: ChallengePurpose,
  allowed: readonly KnownPasskey[],
  now: Date,
) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site().expectedRPID,
    challenge: await createChallenge(purpose, now),
    allowCredentials: toDescriptors(allowed),
    userVerification: "required",
  });
}

/**
 * Checks a browser's response to {@link newPasskeyOptions}.
 *
 * @throws {AppError} credentials_invalid
 */
export async function verifyNewPasskey(
  response: NewPasskeyResponse,
  expectedChallenge: string,
): Promise<WebAuthnCredential> {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  try {
    const attestation = isoBase64URL.toBuffer(response.response.attestationObject);
    // We ask for no certificates. Checking made-up ones would mean requests to addresses in them.
    if (decodeAttestationObject(attestation).get("attStmt").get("x5c")) throw passkeyRejected();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      ...site(),
    });
    if (!registrationInfo) throw passkeyRejected();
    return registrationInfo.credential;
  } catch (cause) {
    throw passkeyRejected(cause);
  }
}

/**
 * Checks a browser's response to {@link passkeyOptions}: signature, origin, host, user verification, and that
 * the counter has grown.
 *
 * @returns the new counter
 * @throws {AppError} credentials_invalid
 */
export async function verifyPasskey(
  response: PasskeyResponse,
  expectedChallenge: string,
  credential: WebAuthnCredential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      credential,
      ...site(),
    });
    if (!verified) throw passkeyRejected();
    return authenticationInfo.newCounter;
  } catch (cause) {
    throw passkeyRejected(cause);
  }
}
