import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { AppError, type ErrorDetail, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { byForm, byId, type Db, touchForm, transaction } from "#lib/db/database";
import { lockRecipients } from "#lib/recipients/add-recipient";
import { toRouting } from "#lib/routing/routing";

/**
 * Removes an address from the workspace, its forms, and its routing rules. Emails that are queued are still sent.
 * To be notified again, the address must be added and confirmed again.
 *
 * @throws {AppError} not_found; recipient_in_use while a rule notifies no one else or an auto-reply names
 *   the address for replies; `details` lists each place
 */
export async function removeRecipient(ctx: Context, recipientId: string): Promise<void> {
  if (!isId(recipientId)) throw notFound();
  await transaction(async (tx) => {
    await lockRecipients(tx, ctx);
    const recipient = await tx.recipient.findUnique({ where: byId(ctx, recipientId) });
    if (!recipient) throw notFound();
    const formIds = await listUsingForms(tx, ctx, recipientId);
    // Locks the forms, and tells intake that they change.
    for (const formId of formIds) await touchForm(tx, ctx, formId);
    const forms = await readUsingForms(tx, ctx, formIds);
    const needed = forms.flatMap((form) => placesThatNeed(form, recipientId));
    if (needed.length > 0)
      throw new AppError(
        "recipient_in_use",
        `Change these first: ${needed.map(({ message }) => message).join("; ")}.`,
        { details: needed },
      );
    for (const { id, rules } of forms) {
      if (!rules.some(({ recipientIds }) => recipientIds.includes(recipientId))) continue;
      const left = rules.map((rule) => ({
        ...rule,
        recipientIds: rule.recipientIds.filter((other) => other !== recipientId),
      }));
      const data = { rules: left, revision: newId(), updatedAt: ctx.now };
      await tx.routing.update({ where: byForm(ctx, id), data });
    }
    // Its places in forms end with it.
    await tx.recipient.delete({ where: byId(ctx, recipientId) });
    await recordAudit(tx, ctx, {
      action: "recipient.removed",
      subject: { id: recipientId, name: recipient.email },
      details: { forms: forms.map(({ name }) => name) },
    });
  });
}

/** In a fixed order, so that two removals can't deadlock. */
async function listUsingForms(tx: Db, { workspaceId }: Context, recipientId: string) {
  const forms = await tx.form.findMany({
    where: {
      workspaceId,
      deletedAt: null,
      OR: [
        { recipients: { some: { recipientId } } },
        { autoresponder: { replyRecipientId: recipientId } },
        { routing: { rules: { array_contains: [{ recipientIds: [recipientId] }] } } },
      ],
    },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return forms.map(({ id }) => id);
}

async function readUsingForms(tx: Db, { workspaceId }: Context, formIds: string[]) {
  const forms = await tx.form.findMany({
    where: { workspaceId, id: { in: formIds } },
    include: { routing: true, autoresponder: true },
    orderBy: { id: "asc" },
  });
  return forms.map(({ id, name, routing, autoresponder }) => ({
    id,
    name,
    rules: toRouting(routing).rules,
    replyRecipientId: autoresponder?.replyRecipientId,
  }));
}

type UsingForm = Awaited<ReturnType<typeof readUsingForms>>[number];

/** What would be invalid without the address. */
function placesThatNeed(form: UsingForm, recipientId: string): ErrorDetail[] {
  const path = `forms.${form.id}`;
  const places = form.rules
    .filter(({ recipientIds }) => recipientIds.every((id) => id === recipientId))
    .map(({ name }) => ({ path, message: `rule “${name}” of ${form.name} notifies no one else` }));
  if (form.replyRecipientId === recipientId)
    places.push({ path, message: `the auto-reply of ${form.name} uses it as reply-to address` });
  return places;
}
