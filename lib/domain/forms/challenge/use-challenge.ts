import { verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { db, pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { sha256 } from "#lib/core/secrets";
import { challengeKey } from "#lib/domain/forms/challenge/make-challenge";
import { SolvedChallenge } from "#lib/domain/forms/challenge/schema";

/** A solution has about 600. */
const MAX_CHARACTERS = 2_000;
/** How long a used challenge is kept after it expires, because the clocks of nodes differ. */
const KEPT_MS = 5 * 60_000;

/** The message that uses a challenge. */
export type ChallengeUse = {
  formId: string;
  /** Identifies the message. It's the same for each attempt to store it. */
  message: string;
  /** How long further attempts are expected. */
  lifetimeMs: number;
};

/** Parses the content of the field; null if it isn't a solution in our format. */
function readSolution(text: string): SolvedChallenge | null {
  if (text.length > MAX_CHARACTERS) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
    return SolvedChallenge.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Uses a challenge for the first of all messages that have it. That message's own row identifies its repeated
 * attempts. $1 the workspace, $2 the form, $3 the challenge, $4 until when it's kept, $5 the message, $6 its end.
 */
const USE = `
WITH used AS (
  INSERT INTO used_challenges (workspace_id, form_id, digest, expires_at) VALUES ($1::uuid, $2::uuid, $3, $4)
  ON CONFLICT DO NOTHING RETURNING digest
), noted AS (
  INSERT INTO used_challenges (workspace_id, form_id, digest, expires_at)
  SELECT $1::uuid, $2::uuid, $5, $6 FROM used ON CONFLICT DO NOTHING
)
SELECT EXISTS (SELECT FROM used) AS "isFirst"`;

async function isUsedBy(
  { workspaceId, now }: Context,
  { formId, message, lifetimeMs }: ChallengeUse,
  { signature, expiresAt }: { signature: string; expiresAt: Date },
): Promise<boolean> {
  const digest = sha256(`${signature} ${message}`);
  const until = Math.min(now.getTime() + lifetimeMs, expiresAt.getTime());
  const kept = new Date(expiresAt.getTime() + KEPT_MS);
  const values = [workspaceId, formId, sha256(signature), kept, digest, new Date(until)];
  const [use] = await queryPrepared<{ isFirst: boolean }>(
    pool(),
    { isFirst: "bool" },
    { text: USE, values },
  );
  if (use?.isFirst) return true;
  // A separate statement, because it sees what another node has used while the first one waited for
  // it.
  const where = { workspaceId, formId, digest, expiresAt: { gt: now } };
  return (await db().usedChallenge.count({ where })) > 0;
}

/**
 * Checks the solution of a form's own challenge, and uses it up: it passes for one message, over all nodes. A
 * repeat of that message passes too, as long as it can't be stored twice.
 *
 * @param text - the field `altcha`: JSON as base64
 */
export async function passesChallenge(
  ctx: Context,
  text: string,
  use: ChallengeUse,
): Promise<boolean> {
  const solved = readSolution(text);
  if (!solved) return false;
  const { challenge, solution } = solved;
  const hmacSignatureSecret = await challengeKey(ctx, use.formId);
  const expiresAt = new Date(challenge.parameters.expiresAt * 1_000);
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret,
  });
  if (!verified || expiresAt <= ctx.now) return false;
  return isUsedBy(ctx, use, { signature: challenge.signature, expiresAt });
}
