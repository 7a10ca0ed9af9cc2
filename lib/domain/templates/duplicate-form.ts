import { type Db, transaction } from "#lib/adapters/db/database";
import { cutCharacters } from "#lib/core/characters";
import type { Context } from "#lib/core/context";
import { type IdempotencyKey, idUnderKey, newId } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { insertForm } from "#lib/domain/forms/create-form";
import { type Form, FormSettings } from "#lib/domain/forms/schema";
import { lockForm, requireForm, toForm } from "#lib/domain/forms/store";
import { lockRecipientsShared } from "#lib/domain/recipients/store";
import { readParts, writeParts } from "#lib/domain/templates/form-parts";

const SUFFIX = " copy";
const MAX_NAME = 80;

/**
 * Creates an active form with the settings, recipients, fields, page, logo, options, routing rules, spam filter, types
 * of files, and blocked words of another form. The auto-reply and confirmation emails are copied but turned off.
 * Secrets aren't copied: the copy has its own public key, and no Turnstile widget, webhook, or destinations. Not part
 * of `/v1`.
 *
 * @param key - a repeat under the same key returns the copy that the first call created
 * @throws {AppError} not_found, including when the copy has been deleted since; form_limit_reached
 */
export async function duplicateForm(
  ctx: Context,
  formId: string,
  key?: IdempotencyKey,
): Promise<Form> {
  const id = key ? idUnderKey(ctx, `copy of ${formId}`, key) : newId();
  return transaction(async (tx) => {
    await lockRecipientsShared(tx, ctx);
    // The routing and the auto-reply are saved under the same lock.
    const source = await lockForm(tx, ctx, formId);
    const isDone = await tx.form.findFirst({ where: { id, workspaceId: ctx.workspaceId } });
    if (isDone) return toForm(await requireForm(tx, ctx, id));
    const name = cutCharacters(source.name, MAX_NAME - SUFFIX.length).trimEnd() + SUFFIX;
    const { uploadTypes, blockedWords, spamRetentionDays } = source;
    const form = await insertForm(tx, ctx, {
      id,
      name,
      settings: FormSettings.parse(source.settings),
      recipientIds: source.recipients.map(({ recipientId }) => recipientId),
      ...{ uploadTypes, blockedWords, spamRetentionDays },
    });
    await writeParts(tx, ctx, id, await readParts(tx, ctx, formId));
    await copyLogo(tx, ctx, formId, id);
    const details = { copyOf: source.name, formId };
    await recordAudit(tx, ctx, { action: "form.duplicated", subject: { id, name }, details });
    return form;
  });
}

async function copyLogo(tx: Db, ctx: Context, from: string, to: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO form_logos (workspace_id, form_id, updated_at, version, content_type, bytes)
    SELECT workspace_id, ${to}::uuid, ${ctx.now}, version, content_type, bytes FROM form_logos
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND form_id = ${from}::uuid`;
}
