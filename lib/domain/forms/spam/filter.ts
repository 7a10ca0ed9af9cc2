import { db, transaction, upsertByForm } from "#lib/adapters/db/database";
import type { SpamFilter as FilterRow } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { requireRevision } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import {
  type SaveSpamFilterInput,
  SpamFilter,
  UNSAVED_FILTER,
} from "#lib/domain/forms/spam/filter-schema";
import { lockChangedForm, requireForm } from "#lib/domain/forms/store";

export function toSpamFilter(row: FilterRow | null): SpamFilter {
  if (!row) return UNSAVED_FILTER;
  const { revision, filter, challenge } = row;
  return SpamFilter.parse({ revision, filter, challenge });
}

/** @throws {AppError} not_found */
export async function getSpamFilter(ctx: Context, formId: string): Promise<SpamFilter> {
  const where = { workspaceId: ctx.workspaceId, formId, form: { deletedAt: null } };
  const row = isId(formId) ? await db().spamFilter.findFirst({ where }) : null;
  if (!row) await requireForm(db(), ctx, formId);
  return toSpamFilter(row);
}

/**
 * Saves how a form's future messages are judged. A challenge that is turned on has to be passed once before it
 * counts as verified.
 *
 * @throws {AppError} not_found, revision_conflict
 */
export async function saveSpamFilter(
  ctx: Context,
  formId: string,
  { revision, filter, challenge }: SaveSpamFilterInput,
): Promise<SpamFilter> {
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const where = { workspaceId: ctx.workspaceId, formId };
    const current = await tx.spamFilter.findFirst({ where });
    requireRevision(revision, current?.revision ?? null);
    const isKept = challenge && current?.challenge === true;
    const challengeVerifiedAt = isKept ? current.challengeVerifiedAt : null;
    const saved = { filter, challenge, challengeVerifiedAt, revision: newId(), updatedAt: ctx.now };
    const row = await tx.spamFilter.upsert(upsertByForm(ctx, formId, saved));
    const before = toSpamFilter(current);
    const details = describeChanges(before, { filter, challenge }, ["filter", "challenge"]);
    await recordAudit(tx, ctx, { action: "spam_filter.saved", subject, details });
    return toSpamFilter(row);
  });
}
