import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { WebAuthnCredential } from "@simplewebauthn/server";
import { z } from "zod";
import { db, transaction } from "#lib/adapters/db/database";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import type { NewPasskeyResponse, PasskeyResponse } from "#lib/domain/accounts/factors/schema";

export const RELYING_PARTY_NAME = "Form Intake";

// Loaded lazily: loading takes 0.2 s, and most processes never handle a passkey.
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

/** Creates the options for a new passkey. They exclude the passkeys that the user already has. */
export async function newPasskeyOptions(
  user: { id: string; email: string },
  existing: readonly KnownPasskey[],
  now: Date,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
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
    // We request no certificates. Verifying forged ones would make us call the URLs in them.
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

const LIFETIME_MS = 5 * 60_000;

/** The purpose of a challenge. The user is known, except while signing in. */
export type ChallengePurpose =
  | { purpose: "add" | "prove"; userId: string }
  | { purpose: "sign_in"; userId: null };

/** Creates the error for any fault in a passkey's response. */
export function passkeyRejected(cause?: unknown): AppError {
  const message = "We couldn’t verify this passkey. Try again, or use another way.";
  return new AppError("credentials_invalid", message, { cause });
}

/**
 * Creates a challenge for a passkey to sign. It works once, for 5 minutes. A user has one per purpose: a
 * new one replaces the earlier one.
 */
export async function createChallenge(
  { purpose, userId }: ChallengePurpose,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await transaction(async (tx) => {
    if (userId !== null) await tx.passkeyChallenge.deleteMany({ where: { purpose, userId } });
    await tx.passkeyChallenge.create({
      data: {
        challengeHash: sha256(challenge),
        purpose,
        userId,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
      },
    });
  });
  return challenge;
}

const ClientData = z.object({ challenge: z.base64url() });

function readChallenge(clientDataJson: string): string {
  try {
    const text = Buffer.from(clientDataJson, "base64url").toString("utf8");
    return ClientData.parse(JSON.parse(text)).challenge;
  } catch (cause) {
    throw passkeyRejected(cause);
  }
}

/**
 * Uses up the challenge that a response names.
 *
 * @returns the challenge, base64url
 * @throws {AppError} credentials_invalid if it's unknown, used, expired, or for something else
 */
export async function consumeChallenge(
  { purpose, userId }: ChallengePurpose,
  clientDataJson: string,
  now: Date,
): Promise<string> {
  const challenge = readChallenge(clientDataJson);
  const challengeHash = sha256(Buffer.from(challenge, "base64url"));
  const { count } = await db().passkeyChallenge.deleteMany({
    where: { challengeHash, purpose, userId, expiresAt: { gt: now } },
  });
  if (count === 0) throw passkeyRejected();
  return challenge;
}
