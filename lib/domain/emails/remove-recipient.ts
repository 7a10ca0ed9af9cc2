import { byId, type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError, type ErrorDetail, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { cancelRecipientEmails } from "#lib/domain/deliveries/cancel";
import { type PlaceGroup, readPlaces } from "#lib/domain/emails/recipient-places";
import { lockRecipients } from "#lib/domain/recipients/store";

/** The maximum number of forms that the audit log names. */
const MAX_NAMED = 20;

/**
 * Removes an address from the workspace, its forms and its routing rules, and cancels its queued emails. An
 * auto-reply that is off keeps the ID, and needs another reply-to address before it can be turned on. To be
 * notified again, the address must be added and confirmed again.
 *
 * @throws {AppError} not_found; recipient_in_use if a rule notifies no one else, or an active auto-reply has
 *   the address as its reply-to; `details` lists the first few places
 */
export async function removeRecipient(ctx: Context, recipientId: string): Promise<void> {
  if (!isId(recipientId)) throw notFound();
  await transaction(async (tx) => {
    await lockRecipients(tx, ctx);
    const recipient = await tx.recipient.findUnique({ where: byId(ctx, recipientId) });
    if (!recipient) throw notFound();
    const places = (await readPlaces(tx, ctx, [recipientId])).get(recipientId);
    if (places && places.changeFirst.length > 0) throw inUse(places.changeFirst);
    const forms = await touchForms(tx, ctx, recipientId);
    await leaveRules(tx, ctx, recipientId);
    await cancelRecipientEmails(tx, ctx, recipientId, "recipient_removed");
    // Cascades to the recipient's places in forms.
    await tx.recipient.delete({ where: byId(ctx, recipientId) });
    await endChoices(tx, ctx, recipient.emailKey);
    await recordAudit(tx, ctx, {
      action: "recipient.removed",
      subject: { id: recipientId, name: recipient.email },
      details: forms,
    });
  });
}

/** Ends the digests of a member whose address is removed, until they subscribe again. */
async function endChoices(tx: Db, { workspaceId, now }: Context, emailKey: string): Promise<void> {
  await tx.notificationChoice.updateMany({
    where: { workspaceId, membership: { user: { emailKey } } },
    data: { frequency: "never", hour: null, nextAt: null, chosenAt: now },
  });
}

/**
 * Removes the address of a removed member, like a recipient. Where a rule notifies no one else, or an auto-reply uses
 * it as the reply-to address, it stays as an unconfirmed address, which gets nothing.
 */
export async function removeMembersAddress(tx: Db, ctx: Context, emailKey: string): Promise<void> {
  const { workspaceId } = ctx;
  await lockRecipients(tx, ctx);
  const where = { workspaceId_emailKey: { workspaceId, emailKey } };
  const recipient = await tx.recipient.findUnique({ where });
  if (!recipient) return;
  const { id: recipientId, email: name } = recipient;
  const places = (await readPlaces(tx, ctx, [recipientId])).get(recipientId);
  const isNeeded = places !== undefined && places.changeFirst.length > 0;
  const forms = await touchForms(tx, ctx, recipientId);
  await cancelRecipientEmails(tx, ctx, recipientId, "recipient_removed");
  if (isNeeded) {
    await tx.formRecipient.deleteMany({ where: { workspaceId, recipientId } });
    await tx.recipientVerification.deleteMany({ where: { workspaceId, recipientId } });
    await tx.recipient.update({ where, data: { verifiedAt: null } });
  } else {
    await leaveRules(tx, ctx, recipientId);
    await tx.recipient.delete({ where });
  }
  const subject = { id: recipientId, name };
  await recordAudit(tx, ctx, { action: "recipient.removed", subject, details: forms });
}

/** The operand of `@>` that finds the rules with the recipient. */
const naming = (recipientId: string) => JSON.stringify([{ recipientIds: [recipientId] }]);

/** Locks the forms that notify the recipient, and tells intake that they change. @returns for the audit log */
async function touchForms(tx: Db, { workspaceId, now }: Context, recipientId: string) {
  const rows = await tx.$queryRaw<{ name: string; total: number }[]>`
    WITH held AS MATERIALIZED (
      SELECT f.id FROM (
        SELECT form_id FROM form_recipients
        WHERE workspace_id = ${workspaceId}::uuid AND recipient_id = ${recipientId}::uuid
        UNION
        SELECT form_id FROM routings
        WHERE workspace_id = ${workspaceId}::uuid AND rules @> ${naming(recipientId)}::jsonb
        ORDER BY form_id
      ) used
      CROSS JOIN LATERAL (
        SELECT id FROM forms
        WHERE workspace_id = ${workspaceId}::uuid AND id = used.form_id AND deleted_at IS NULL
        FOR NO KEY UPDATE
      ) f
    ), touched AS (
      UPDATE forms SET updated_at = ${now}
      WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(ARRAY(SELECT id FROM held))
      RETURNING name
    )
    SELECT name, count(*) OVER ()::int AS total FROM touched ORDER BY name LIMIT ${MAX_NAMED}`;
  const [first] = rows;
  return first ? { forms: rows.map(({ name }) => name), formCount: first.total } : null;
}

/** Removes the recipient from all rules. The new revision causes a conflict in open editors. */
async function leaveRules(tx: Db, { workspaceId, now }: Context, recipientId: string) {
  await tx.$executeRaw`
    UPDATE routings SET revision = ${newId()}::uuid, updated_at = ${now}, rules = (
      SELECT jsonb_agg(
        jsonb_set(rule, '{recipientIds}', (rule -> 'recipientIds') - ${recipientId}) ORDER BY place)
      FROM jsonb_array_elements(rules) WITH ORDINALITY AS r(rule, place)
    )
    WHERE workspace_id = ${workspaceId}::uuid AND rules @> ${naming(recipientId)}::jsonb`;
}

function inUse(groups: readonly PlaceGroup[]): AppError {
  const details: ErrorDetail[] = groups.flatMap(({ places }) =>
    places.map(({ form: { id, name }, rule }) => ({
      path: `forms.${id}`,
      message:
        rule === null
          ? `the auto-reply of ${name} uses it as the reply-to address`
          : `rule “${rule.name}” of ${name} notifies no one else`,
    })),
  );
  const more = groups.reduce((sum, { total }) => sum + total, 0) - details.length;
  const listed = details.map(({ message }) => message).join("; ");
  return new AppError(
    "recipient_in_use",
    `Change these first: ${listed}${more > 0 ? `; and ${more} more` : ""}.`,
    { details },
  );
}
