import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { db } from "#lib/db/database";
import type { RepeatKey } from "#lib/intake/draft-submission";
import type { OpenForm } from "#lib/intake/open-form";

/** What was answered to the first submission under a key. */
export type Replay = { id: string; receivedAt: number };

/**
 * The first answer under this key, or null when the key is free or its 24 hours are over.
 *
 * @throws {AppError} idempotency_key_reused when the first submission had another content
 */
export async function findReplay(
  ctx: Context,
  form: OpenForm,
  repeatKey: RepeatKey,
): Promise<Replay | null> {
  const row = await db().idempotencyKey.findFirst({
    where: {
      formId: form.id,
      form: { workspaceId: ctx.workspaceId },
      key: repeatKey.key,
      expiresAt: { gt: ctx.now },
    },
  });
  if (!row) return null;
  if (!Buffer.from(row.contentHash).equals(repeatKey.contentHash))
    throw new AppError(
      "idempotency_key_reused",
      "This idempotency key was used for a message with another content. Use a new key for a new message.",
    );
  return { id: row.submissionId, receivedAt: row.receivedAt.getTime() };
}
