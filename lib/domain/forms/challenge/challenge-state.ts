import type { Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";

/** The state of a form's own challenge: `verified` once a visitor has passed one since it was turned on. */
export type ChallengeState = "off" | "unverified" | "verified";

export async function findChallengeState(
  tx: Db,
  { workspaceId }: Context,
  formId: string,
): Promise<ChallengeState> {
  const row = await tx.spamFilter.findFirst({
    where: { workspaceId, formId },
    select: { challenge: true, challengeVerifiedAt: true },
  });
  if (!row?.challenge) return "off";
  return row.challengeVerifiedAt === null ? "unverified" : "verified";
}

/**
 * Doesn't change the form's version: the message that passed the challenge already shows that it works.
 */
export async function markChallengeVerified(
  tx: Db,
  { workspaceId, now }: Context,
  formId: string,
): Promise<void> {
  await tx.spamFilter.updateMany({
    where: { workspaceId, formId, challenge: true, challengeVerifiedAt: null },
    data: { challengeVerifiedAt: now },
  });
}
