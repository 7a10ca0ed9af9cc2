import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import type { RepeatKey } from "#lib/domain/intake/draft-submission";
import { findClosed } from "#lib/domain/intake/form-closed";
import type { OpenForm } from "#lib/domain/intake/open-form";
import type { Replay } from "#lib/domain/intake/outcomes";

/**
 * Finds the submission that was accepted under this key before, or null when the key is free or has expired.
 *
 * @param now - null if the database has just found that the key hasn't expired
 * @throws {AppError} idempotency_key_reused when the first submission had other content
 */
export async function findReplay(
  ctx: Context,
  form: Pick<OpenForm, "id">,
  repeatKey: RepeatKey | null,
  now: Date | null = ctx.now,
): Promise<Replay | null> {
  if (!repeatKey) return null;
  const row = await db().idempotencyKey.findFirst({
    where: {
      formId: form.id,
      workspaceId: ctx.workspaceId,
      key: repeatKey.key,
      ...(now ? { expiresAt: { gt: now } } : {}),
    },
  });
  if (!row) return null;
  if (!Buffer.from(row.contentHash).equals(repeatKey.contentHash))
    throw new AppError(
      "idempotency_key_reused",
      "This idempotency key was already used for a different submission. Use a new key for each submission.",
    );
  const { submissionId: id, receivedAt } = row;
  const replay = {
    isReplay: true,
    onlyCountedAs: null,
    usage: null,
    observed: null,
    needsModel: false,
  };
  return { id, receivedAt: receivedAt.getTime(), ...replay };
}

/**
 * Returns the response to a repeat if the form has closed since it accepted the submission; null while it's
 * open.
 *
 * @throws {AppError} form_closed for a new submission; idempotency_key_reused
 */
export async function findReplayIfClosed(
  ctx: Context,
  form: Pick<OpenForm, "id" | "options">,
  repeatKey: RepeatKey | null,
): Promise<Replay | null> {
  const closed = findClosed(form, ctx.now);
  if (!closed) return null;
  const replay = await findReplay(ctx, form, repeatKey);
  if (replay) return replay;
  throw closed;
}
