import { randomBytes } from "node:crypto";
import { z } from "zod";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import { db, transaction } from "#lib/db/database";

const LIFETIME_MS = 5 * 60_000;

/** The purpose of a challenge. The user is known, except while signing in. */
export type ChallengePurpose =
  | { purpose: "add" | "prove"; userId: string }
  | { purpose: "sign_in"; userId: null };

/** The error for everything that is wrong with a passkey's response. */
export function passkeyRejected(cause?: unknown): AppError {
  const message = "We couldn’t verify this passkey. Try again, or use another way.";
  return new AppError("credentials_invalid", message, { cause });
}

/**
 * A new challenge for a passkey to sign: it works once, for 5 minutes. A user has one per purpose, so an
 * earlier one stops working.
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
