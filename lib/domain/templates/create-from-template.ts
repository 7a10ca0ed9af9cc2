import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { type IdempotencyKey, idUnderKey, newId } from "#lib/core/ids";
import { requireConfirmedSender } from "#lib/domain/access/access-locks";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { kindLabel } from "#lib/domain/endpoints/chats/kinds";
import { parseForKind } from "#lib/domain/endpoints/destination-schema";
import { insertDestination } from "#lib/domain/endpoints/save-destination";
import { insertWebhook } from "#lib/domain/endpoints/save-webhook";
import { makeSigningSecret } from "#lib/domain/endpoints/signature";
import { findCreated, insertForm } from "#lib/domain/forms/create-form";
import { toStoredTypes } from "#lib/domain/forms/file-rules";
import { mergeSettings } from "#lib/domain/forms/rules";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import { BlockedWordsInput } from "#lib/domain/forms/spam/schema";
import { lockRecipientsShared } from "#lib/domain/recipients/store";
import { writeParts } from "#lib/domain/templates/form-parts";
import { type KnownRecipients, resolveTemplate } from "#lib/domain/templates/resolve-template";
import type { Template } from "#lib/domain/templates/template-input";
import type { CreatedForm, Remaining } from "#lib/domain/templates/template-schema";

type Given = {
  template: Template;
  /** Replaces the template's own name. */
  name?: string | undefined;
  recipientIds?: string[] | undefined;
};

/**
 * Creates a form from a template, all of it or nothing. Its recipients are the workspace's recipients with the same
 * addresses. A webhook and destinations are created with new signing secrets, and turned off, because no one here has
 * checked their URLs.
 *
 * @param key - a repeat under the same key returns the form that the first call created
 * @throws {AppError} recipient_not_verified with the index of each wrong recipient; form_limit_reached; address_unconfirmed
 *   for a template with a webhook or destination; idempotency_key_reused when the key created another form
 */
export async function createFromTemplate(
  ctx: Context,
  { template, name = template.name, recipientIds: given }: Given,
  key?: IdempotencyKey,
): Promise<CreatedForm> {
  const id = key ? idUnderKey(ctx, "form", key) : newId();
  return transaction(async (tx) => {
    await lockRecipientsShared(tx, ctx);
    const known = await findKnown(tx, ctx);
    const { recipientIds, parts, remaining } = resolveTemplate(template, known, given);
    if (key) {
      await lockInTransaction(tx, `create-form:${id}`);
      const created = await findCreated(tx, ctx, id, { name, recipientIds });
      if (created) return { ...created, remaining };
    }
    const form = await insertForm(tx, ctx, {
      id,
      name,
      recipientIds,
      settings: mergeSettings(DEFAULT_SETTINGS, template.settings),
      uploadTypes: toStoredTypes(template.uploadTypes),
      spamRetentionDays: template.spamRetentionDays,
      ...BlockedWordsInput.parse({ blockedWords: template.blockedWords.join("\n") }),
    });
    await writeParts(tx, ctx, id, parts);
    const details = describe(template, remaining);
    await recordAudit(tx, ctx, { action: "form.created_from_file", subject: form, details });
    await addEndpoints(tx, ctx, form, template);
    return { ...form, remaining };
  });
}

/** Finds the verified recipients, the only ones that can be notified. */
async function findKnown(tx: Db, { workspaceId }: Context): Promise<KnownRecipients> {
  const where = { workspaceId, verifiedAt: { not: null } };
  const rows = await tx.recipient.findMany({ where, select: { id: true, emailKey: true } });
  return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
}

/** Returns what a template would create in this workspace now, without creating anything. */
export async function previewTemplate(ctx: Context, template: Template) {
  return resolveTemplate(template, await findKnown(db(), ctx));
}

function describe({ name, fields, routing }: Template, remaining: readonly Remaining[]) {
  return {
    template: name,
    fields: fields.fields?.length ?? 0,
    rules: routing.rules.length,
    remaining: remaining.length,
  };
}

/**
 * Adds the endpoints turned off, so that the author of a file gets no messages unless someone here
 * decides so.
 */
async function addEndpoints(
  tx: Db,
  ctx: Context,
  form: { id: string; name: string },
  { webhook, destinations }: Template,
): Promise<void> {
  const wanted = destinations.filter(({ url }) => url !== null);
  if (!webhook?.url && wanted.length === 0) return;
  await requireConfirmedSender(tx, ctx);
  const normal = (kind: Parameters<typeof parseForKind>[0], url: string | null) =>
    url === null ? undefined : parseForKind(kind, { url }).url;
  const url = normal("webhook", webhook?.url ?? null);
  const off = { enabled: false };
  if (url !== undefined)
    await insertWebhook(tx, ctx, form, { url, ...off, revision: newId() }, makeSigningSecret());
  for (const { name, ...given } of wanted) {
    const at = normal(given.kind, given.url);
    if (at === undefined) continue;
    const own = { name: name ?? kindLabel(given.kind), source: null, headers: [] };
    await insertDestination(tx, ctx, form, newId(), { ...given, ...own, url: at, ...off });
  }
}
