import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { log } from "#lib/core/telemetry/log";
import { markChallengeVerified } from "#lib/domain/forms/challenge/challenge-state";
import type { OwnChallenge } from "#lib/domain/forms/challenge/schema";
import { passesChallenge } from "#lib/domain/forms/challenge/use-challenge";
import type { RepeatKey } from "#lib/domain/intake/draft-submission";
import type { OpenForm } from "#lib/domain/intake/open-form";

/** The control field `altcha` of a request. */
export type SentSolution = { text: string; requestId: string };

type Sent = { solution?: SentSolution | null; repeatKey: RepeatKey | null };

/** Returns the result for a message without a solution, which needs no lookup. Pure. */
export function withoutSolution(
  { spam }: Pick<OpenForm, "spam">,
  { solution }: Sent,
): OwnChallenge {
  return spam.challenge && !solution ? "failed" : null;
}

/**
 * Verifies the form's own challenge. It never rejects a submission: any problem, even with the database, is a
 * challenge that wasn't passed.
 */
export async function checkOwnChallenge(
  ctx: Context,
  form: Pick<OpenForm, "id" | "spam">,
  { solution, repeatKey }: Sent,
): Promise<OwnChallenge> {
  const { id: formId, spam } = form;
  if (!spam.challenge) return null;
  if (!solution) return "failed";
  // Without a key, only another attempt of this same request counts as the same message.
  const message = repeatKey
    ? `${repeatKey.key} ${Buffer.from(repeatKey.contentHash).toString("hex")}`
    : solution.requestId;
  const lifetimeMs = repeatKey?.lifetimeMs ?? Number.POSITIVE_INFINITY;
  try {
    if (!(await passesChallenge(ctx, solution.text, { formId, message, lifetimeMs })))
      return "failed";
    if (!spam.isChallengeVerified) await markChallengeVerified(db(), ctx, formId);
    return "passed";
  } catch (err) {
    log().warn({ formId, err }, "couldn't verify a challenge, so it counts as not passed");
    return "failed";
  }
}
