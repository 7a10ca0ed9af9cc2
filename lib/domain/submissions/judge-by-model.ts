import { type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import type { FieldPairs } from "#lib/core/fields/fields";
import { findPhone } from "#lib/core/fields/sender";
import type { FormFields } from "#lib/domain/forms/fields/schema";
import type { SpamFilterMode } from "#lib/domain/forms/spam/filter-schema";
import { askModel } from "#lib/domain/spam/ask-model";
import { Judgment } from "#lib/domain/spam/judgment";
import { isKnownSender } from "#lib/domain/spam/known-sender";
import { isMovable, isSuspected, pointsOf, type Signal } from "#lib/domain/spam/signals";
import { applyUpdate, lockSubmissions } from "#lib/domain/submissions/update-submissions";

/** A message that was just accepted, to be judged by the operator's model too. */
export type AskedMessage = {
  id: string;
  form: {
    name: string;
    fieldList: Pick<FormFields, "fields"> | null;
    spam: { filter: SpamFilterMode };
  };
  fields: FieldPairs;
  email: string | null;
};

/**
 * Asks the operator's model about a message, and adds its response to the other signals. Takes at most 15 seconds. If
 * the form moves spam, deliveries wait for it; without a verdict, they're sent as usual.
 *
 * @returns whether the message is in spam now
 */
export async function judgeByModel(ctx: Context, message: AskedMessage): Promise<boolean> {
  const { id, form, fields, email } = message;
  if (email !== null && (await isKnownSender(ctx, email))) {
    await release(ctx, id);
    return false;
  }
  const labels = form.fieldList?.fields ?? [];
  const phone = findPhone(fields, labels);
  const question = { formName: form.name, labels, fields, sender: { email, phone } };
  const signal = await askModel({ workspaceId: ctx.workspaceId, ...question }, ctx.now);
  const isMoved = signal !== null && (await addSignal(ctx, id, form.spam.filter, signal));
  if (!isMoved) await release(ctx, id);
  return isMoved;
}

/** Lets a message's deliveries go out now, instead of when the model's time has passed. */
async function release({ workspaceId }: Context, submissionId: string): Promise<void> {
  await transaction(
    (tx) => tx.$executeRaw`
      UPDATE deliveries SET next_attempt_at = created_at, due_at = created_at
      WHERE workspace_id = ${workspaceId}::uuid AND submission_id = ${submissionId}::uuid
        AND status = 'queued' AND attempt_count = 0 AND next_attempt_at > created_at`,
  );
}

/** @returns whether it's in spam now. Nothing changes about a message that someone has decided about meanwhile. */
function addSignal(
  ctx: Context,
  id: string,
  filter: SpamFilterMode,
  signal: Signal,
): Promise<boolean> {
  return transaction(async (tx) => {
    const locked = await lockSubmissions(tx, ctx, [id]);
    const row = await findUndecided(tx, ctx, id);
    if (!row) return false;
    const judgment = Judgment.parse(row.judgment);
    const signals = [...judgment.signals, signal].sort((one, two) => two.points - one.points);
    const isMoved = filter === "move" && isMovable(signals) && row.folder === "inbox";
    if (isMoved) await applyUpdate(tx, ctx, locked, { folder: "spam" });
    await tx.submission.updateMany({
      where: { workspaceId: ctx.workspaceId, id },
      data: {
        judgment: { ...judgment, signals },
        spamPoints: pointsOf(signals),
        isSuspected: isSuspected(signals),
        // No person decided this.
        ...(isMoved ? { spamReason: "content", spamAt: null, spamLabel: null } : {}),
      },
    });
    return isMoved;
  });
}

function findUndecided(tx: Db, { workspaceId }: Context, id: string) {
  return tx.submission.findFirst({
    where: { workspaceId, id, folder: { not: "spam" }, spamLabel: null },
    select: { judgment: true, folder: true },
  });
}
