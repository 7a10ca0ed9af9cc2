import { z } from "zod";
import { type Db, db, transaction, upsertByForm } from "#lib/adapters/db/database";
import type { Routing as RoutingRow } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { rejectInvalid, requireRevision } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { ruleRecipients } from "#lib/domain/forms/routing/rules";
import {
  type Condition,
  type Routing,
  RoutingRule,
  type SaveRoutingInput,
} from "#lib/domain/forms/routing/schema";
import { lockChangedForm, requireForm, toForm } from "#lib/domain/forms/store";
import { lockRecipientsShared, requireVerifiedRecipients } from "#lib/domain/recipients/store";

/** The format of the column `routings.rules`. */
export const StoredRules = z.array(RoutingRule);

/** The routing of a form until someone saves it. */
export const UNSAVED_ROUTING: Routing = { revision: null, enabled: false, rules: [] };

export function toRouting(row: RoutingRow | null): Routing {
  if (!row) return UNSAVED_ROUTING;
  return { revision: row.revision, enabled: row.enabled, rules: StoredRules.parse(row.rules) };
}

export function findRouting(tx: Db, ctx: Context, formId: string): Promise<RoutingRow | null> {
  return tx.routing.findFirst({
    where: { workspaceId: ctx.workspaceId, formId, form: { deletedAt: null } },
  });
}

/** @throws {AppError} not_found */
export async function getRouting(ctx: Context, formId: string): Promise<Routing> {
  const row = isId(formId) ? await findRouting(db(), ctx, formId) : null;
  if (!row) await requireForm(db(), ctx, formId);
  return toRouting(row);
}

/**
 * Rejects rules that test the form's honeypot: people leave it empty.
 *
 * @throws {AppError} not_found; validation_failed with the path of every rule that uses it
 */
export async function rejectHoneypotRules(
  tx: Db,
  ctx: Context,
  formId: string,
  rules: readonly Condition[],
  at = "rules",
): Promise<void> {
  const { settings } = toForm(await requireForm(tx, ctx, formId));
  const message = "must not be the form's honeypot";
  rejectInvalid(
    rules.flatMap(({ field }, index) =>
      field === settings.honeypot ? [{ path: `${at}.${index}.field`, message }] : [],
    ),
  );
}

/**
 * Saves the whole routing of a form. If two saves use the same revision, only one succeeds.
 *
 * @throws {AppError} not_found; validation_failed when a rule uses the honeypot; revision_conflict;
 * recipient_not_verified with the path of each wrong recipient
 */
export async function saveRouting(
  ctx: Context,
  formId: string,
  { revision, ...input }: SaveRoutingInput,
): Promise<Routing> {
  return transaction(async (tx) => {
    await lockRecipientsShared(tx, ctx);
    const subject = await lockChangedForm(tx, ctx, formId);
    await rejectHoneypotRules(tx, ctx, formId, input.rules);
    const current = await findRouting(tx, ctx, formId);
    requireRevision(revision, current?.revision ?? null);
    await requireVerifiedRecipients(tx, ctx, ruleRecipients(input.rules));
    const saved = { ...input, revision: newId(), updatedAt: ctx.now };
    const row = await tx.routing.upsert(upsertByForm(ctx, formId, saved));
    const changes = describeChanges(toRouting(current), input, ["enabled"]);
    const details = { ...changes, rules: input.rules.length };
    await recordAudit(tx, ctx, { action: "routing.saved", subject, details });
    return toRouting(row);
  });
}
