import type { Context } from "#lib/core/context";
import type { FieldPairs } from "#lib/core/fields";
import { newId } from "#lib/core/ids";
import { findSender, makePreview, makeSearchText } from "#lib/intake/fields";
import type { OpenForm } from "#lib/intake/open-form";
import type { StoredFile } from "#lib/intake/store-files";
import { planNotification } from "#lib/notifications/plan-notification";
import type { NotificationPlan } from "#lib/notifications/schema";

const DAY_MS = 86_400_000;

/** How a repeat of this submission is recognized. */
export type RepeatKey = { key: string; contentHash: Uint8Array; lifetimeMs: number };

/** One submission as the accepting statement takes it: column names, ISO times, hex bytes. */
export type SubmissionDraft = ReturnType<typeof draftSubmission>;

function addDays(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}

function toMails(plan: NotificationPlan) {
  return plan.recipients.map(({ id, email }) => ({
    id: newId(),
    recipient_id: id,
    email,
    series_key: newId(),
    entry_id: newId(),
  }));
}

/** Decides all that is decided at acceptance: folder, plan, mails, retention. Pure but for new ids. */
export function draftSubmission(
  ctx: Context,
  form: OpenForm,
  visit: {
    fields: FieldPairs;
    isHoneypotFilled: boolean;
    files: readonly StoredFile[];
    repeatKey: RepeatKey | null;
  },
) {
  const { settings } = form;
  const { isHoneypotFilled: isSpam, repeatKey } = visit;
  const plan = planNotification({
    isSpam,
    formRecipients: form.recipients,
    routing: form.routing,
    fields: visit.fields,
  });
  const { name, email } = findSender(visit.fields);
  return {
    id: newId(),
    workspace_id: ctx.workspaceId,
    form_id: form.id,
    version: form.version,
    folder: isSpam ? "spam" : "inbox",
    received_at: ctx.now.toISOString(),
    fields: visit.fields,
    name,
    email,
    preview: makePreview(visit.fields),
    search_text: makeSearchText(visit.fields),
    spam_reason: isSpam ? "honeypot" : null,
    expires_at:
      settings.messageRetentionDays === null
        ? null
        : addDays(ctx.now, settings.messageRetentionDays),
    plan,
    reply_status: "not_eligible",
    reply_reason: isSpam ? "spam" : "not_configured",
    key: repeatKey?.key ?? null,
    content_hash: repeatKey ? Buffer.from(repeatKey.contentHash).toString("hex") : null,
    key_expires_at: repeatKey
      ? new Date(ctx.now.getTime() + repeatKey.lifetimeMs).toISOString()
      : null,
    mails: toMails(plan),
    files: visit.files.map((file, position) => ({
      id: file.attachmentId,
      object_id: file.objectId,
      position,
      field: file.field,
      filename: file.filename,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      expires_at: addDays(ctx.now, settings.uploads.retentionDays),
    })),
  };
}
