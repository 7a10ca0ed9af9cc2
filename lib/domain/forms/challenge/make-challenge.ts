import { createHmac } from "node:crypto";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { installationKey } from "#lib/adapters/db/installation-key";
import type { Context } from "#lib/core/context";
import { CHALLENGE_WORK, type Challenge } from "#lib/domain/forms/challenge/schema";

const VALID_MS = 10 * 60_000;

/**
 * Derives the key that signs a form's challenges. Each form has its own, so that another form's challenge has no valid
 * signature.
 */
export async function challengeKey({ workspaceId }: Context, formId: string): Promise<string> {
  const key = await installationKey();
  return createHmac("sha256", key).update(`own-challenge ${workspaceId} ${formId}`).digest("hex");
}

/** Makes a challenge for a visitor of this form. It costs a signature, and nothing is stored. */
export async function makeChallenge(ctx: Context, formId: string): Promise<Challenge> {
  const { parameters, signature = "" } = await createChallenge({
    ...CHALLENGE_WORK,
    deriveKey,
    expiresAt: new Date(ctx.now.getTime() + VALID_MS),
    hmacSignatureSecret: await challengeKey(ctx, formId),
  });
  return { parameters, signature };
}
