import { type Db, transaction } from "#lib/adapters/db/database";
import { type Context, requireOwner } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import type {
  NotificationChoice,
  SaveNotificationChoiceInput,
} from "#lib/domain/emails/digests/choice-schema";
import { readChoices } from "#lib/domain/emails/digests/choices";
import { nextDigestAt } from "#lib/domain/emails/digests/schedule";
import { lockChangedForm } from "#lib/domain/forms/store";
import { addProvenRecipient } from "#lib/domain/recipients/add-recipient";
import { lockRecipients } from "#lib/domain/recipients/store";

const MAX_FORM_RECIPIENTS = 5;

/**
 * Sets when a member is notified of a form's messages: the caller, or, for an owner, any member. `immediately` makes
 * the member's address a recipient of the form. Messages since the last digest are sent in a final one, unless it's
 * `never`.
 *
 * @throws {AppError} not_found; owner_required for someone else; recipient_not_verified for a member whose address isn't
 *   confirmed, or blocked; recipient_limit_reached; validation_failed if the form has five recipients
 */
export async function saveNotificationChoice(
  ctx: Context,
  formId: string,
  { memberId, frequency, hour }: SaveNotificationChoiceInput,
): Promise<NotificationChoice> {
  const { actor } = ctx;
  if (actor.kind !== "user" || actor.userId !== memberId) requireOwner(ctx);
  return transaction(async (tx) => {
    // Locks recipients before forms, as everywhere.
    if (frequency === "immediately") await lockRecipients(tx, ctx);
    const subject = await lockChangedForm(tx, ctx, formId);
    const [before] = isId(memberId) ? await readChoices(tx, ctx, formId, memberId) : [];
    if (!before) throw notFound();
    if (frequency === "immediately") await addToForm(tx, ctx, formId, before.email);
    await store(tx, ctx, formId, { ...before, frequency, hour });
    const [saved] = await readChoices(tx, ctx, formId, memberId);
    if (!saved) throw notFound();
    const details = { member: memberId, frequency, hour };
    await recordAudit(tx, ctx, { action: "form.notification_choice_saved", subject, details });
    return saved;
  });
}

/**
 * How long the final digest is delayed, so that someone who changes their mind twice gets only one.
 */
const LAST_DIGEST_MS = 60_000;

/**
 * Stores the choice. The next digest starts at the time of the choice, by the database's clock, unless digests are
 * already scheduled: then the start stays.
 */
async function store(
  tx: Db,
  { workspaceId, now }: Context,
  formId: string,
  { memberId, frequency, hour, timeZone }: NotificationChoice,
): Promise<void> {
  const next = nextDigestAt({ frequency, hour }, timeZone, now);
  const last = frequency === "immediately" ? new Date(now.getTime() + LAST_DIGEST_MS) : null;
  await tx.$executeRaw`
    INSERT INTO notification_choices AS c
      (workspace_id, form_id, user_id, frequency, hour, since, next_at, chosen_at)
    VALUES (${workspaceId}::uuid, ${formId}::uuid, ${memberId}::uuid, ${frequency}, ${hour}::integer,
      least(${now}::timestamptz, now()), ${next}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (workspace_id, form_id, user_id) DO UPDATE
    SET frequency = EXCLUDED.frequency, hour = EXCLUDED.hour, chosen_at = EXCLUDED.chosen_at,
      next_at = CASE WHEN c.next_at IS NOT NULL AND EXCLUDED.frequency = 'immediately' THEN ${last}::timestamptz
        ELSE EXCLUDED.next_at END,
      since = CASE WHEN c.next_at IS NOT NULL THEN c.since ELSE EXCLUDED.since END`;
}

/** Makes the address of a member, who has confirmed it, a recipient of the form. */
async function addToForm(tx: Db, ctx: Context, formId: string, email: string): Promise<void> {
  const { workspaceId } = ctx;
  const emailKey = addressKey(email);
  const where = { workspaceId_emailKey: { workspaceId, emailKey } };
  const known = await tx.recipient.findUnique({ where });
  const isConfirmed = { emailKey, verifiedAt: { not: null } };
  if (known?.blockedReason || (await tx.user.count({ where: isConfirmed })) === 0)
    throw new AppError(
      "recipient_not_verified",
      `${email} isn't confirmed. Confirm the address first, on the page with recipients.`,
      { details: [{ path: "memberId", message: "isn't a verified recipient" }] },
    );
  if (!(await addProvenRecipient(tx, ctx, email)))
    throw new AppError(
      "recipient_limit_reached",
      "The workspace already has 20 recipients. Remove one first.",
    );
  const { id: recipientId } = await tx.recipient.findUniqueOrThrow({ where });
  const recipients = await tx.formRecipient.findMany({ where: { workspaceId, formId } });
  if (recipients.some((one) => one.recipientId === recipientId)) return;
  if (recipients.length >= MAX_FORM_RECIPIENTS)
    throw new AppError(
      "validation_failed",
      `The form already has ${MAX_FORM_RECIPIENTS} recipients. Remove one, or select a digest.`,
      {
        details: [
          {
            path: "frequency",
            message: "can't be `immediately`, because the form already has five recipients",
          },
        ],
      },
    );
  const position = Math.max(-1, ...recipients.map((one) => one.position)) + 1;
  await tx.formRecipient.create({ data: { workspaceId, formId, recipientId, position } });
}
