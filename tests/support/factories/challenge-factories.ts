import { type Challenge as AltchaChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { makeChallenge } from "#lib/domain/forms/challenge/make-challenge";
import type { Challenge } from "#lib/domain/forms/challenge/schema";
import type { Form } from "#lib/domain/forms/schema";
import { getSpamFilter, saveSpamFilter } from "#lib/domain/forms/spam/filter";
import { createOwnForm } from "#tests/support/factories/factories";

/** Turns a form's own challenge on or off. */
export async function askForChallenge(
  ctx: Context,
  { id }: Pick<Form, "id">,
  challenge = true,
): Promise<void> {
  const { revision, filter } = await getSpamFilter(ctx, id);
  await saveSpamFilter(ctx, id, { revision, filter, challenge });
}

/** A form that asks for its own challenge. */
export async function createChallengeForm(settings: object = {}) {
  const own = await createOwnForm({ settings });
  await askForChallenge(own.ctx, own.form);
  return own;
}

/** The field `altcha` for a challenge, as a browser sends it. */
export async function solutionOf(challenge: Challenge | AltchaChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return toField({ challenge, solution });
}

export function toField(solved: unknown): string {
  return Buffer.from(JSON.stringify(solved)).toString("base64");
}

/** The solution of a new challenge of the form, made at the context's time. */
export async function solvedChallenge(ctx: Context, { id }: Pick<Form, "id">): Promise<string> {
  return solutionOf(await makeChallenge(ctx, id));
}

/** When a visitor first passed the form's challenge, or null. */
export async function challengeVerifiedAt({ id }: Pick<Form, "id">): Promise<Date | null> {
  const row = await db().spamFilter.findFirstOrThrow({ where: { formId: id } });
  return row.challengeVerifiedAt;
}
