import type { ReplyWords } from "#lib/autoresponder/compose-reply";
import type { ConfirmationDraft } from "#lib/autoresponder/confirmation";
import { type PlannedReply, planReply } from "#lib/autoresponder/plan-reply";
import type { Context } from "#lib/core/context";
import { type FieldPairs, findAutoReplyAddress, findSender } from "#lib/core/fields";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { currentTraceparent } from "#lib/core/tracing";
import type { InvalidField } from "#lib/fields/schema";
import { draftWaiting } from "#lib/intake/draft-waiting";
import { makePreview, makeSearchText, textBytesOf } from "#lib/intake/fields";
import type { OpenForm } from "#lib/intake/open-form";
import type { StoredFile } from "#lib/intake/store-files";
import { planNotification } from "#lib/notifications/plan-notification";
import type { NotificationPlan } from "#lib/notifications/schema";
import type { SpamVerdict } from "#lib/spam/rules";
import { planWebhookEvent } from "#lib/webhooks/plan-events";

/** Identifies a repeat of this submission. */
export type RepeatKey = { key: string; contentHash: Uint8Array; lifetimeMs: number };

/** A submission in the shape of the accepting statement: column names, ISO times, hex bytes. */
export type SubmissionDraft = Awaited<ReturnType<typeof draftSubmission>>;

/** Rows of `deliveries`: notifications to the owners, then the auto-reply to the visitor. */
function toEmails(ctx: Context, plan: NotificationPlan, reply: PlannedReply["email"]) {
  const ids = () => ({ id: newId(), dedupe_key: newId() });
  const notifications = plan.recipients.map(({ id, email }) => ({
    ...ids(),
    kind: "notification" as const,
    recipient_id: id,
    email,
    sealed_data: null,
  }));
  if (!reply) return notifications;
  const own = ids();
  const row = { workspaceId: ctx.workspaceId, id: own.id };
  const sealed = encryptSecret("email_data", row, JSON.stringify(reply.draft));
  return [
    ...notifications,
    {
      ...own,
      kind: "visitor_reply" as const,
      recipient_id: null,
      email: reply.to,
      sealed_data: Buffer.from(sealed).toString("hex"),
    },
  ];
}

function toFiles(files: readonly StoredFile[]) {
  return files.map((file, position) => ({
    id: file.attachmentId,
    object_id: file.objectId,
    position,
    field: file.field,
    filename: file.filename,
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
  }));
}

/** The submission's events as rows of `deliveries`: one for each endpoint that gets it. */
function toEvents(
  form: OpenForm,
  id: string,
  fields: FieldPairs,
  files: ReturnType<typeof toFiles>,
) {
  if (form.endpoints.length === 0) return [];
  const submission = {
    id,
    formId: form.id,
    formName: form.name,
    receivedAt: null,
    fields,
    known: form.fieldList?.fields ?? [],
    attachments: files.map((file) => ({
      id: file.id,
      field: file.field,
      filename: file.filename,
      contentType: file.content_type,
      size: file.size_bytes,
      expiresAt: 0,
    })),
  };
  const events = form.endpoints.flatMap((endpoint) => planWebhookEvent(endpoint, submission) ?? []);
  return events.map((event) => ({
    id: event.id,
    webhook_id: event.webhookId,
    revision: event.revision,
    dedupe_key: event.dedupeKey,
    is_suspended: event.isSuspended,
    body: event.body,
  }));
}

/**
 * Decides everything that's decided at acceptance: folder, notification plan, auto-reply, event, and
 * retention. Pure, except that it makes new ids and encrypts.
 */
export async function draftSubmission(
  ctx: Context,
  form: OpenForm,
  content: {
    fields: FieldPairs;
    /** Names of fields that were sent but have no effect, so they aren't stored. */
    unusedFields: readonly string[];
    invalidFields?: readonly InvalidField[];
    spam: SpamVerdict | null;
    /** Our words in the auto-reply if the visitor consents to one, else null. */
    replyWords: ReplyWords | null;
    isChallengePassed: boolean;
    /** The words of the email that asks the visitor to confirm, if they have to. */
    confirmation?: ConfirmationDraft;
    files: readonly StoredFile[];
    repeatKey: RepeatKey | null;
  },
) {
  const { spam, repeatKey } = content;
  const isSpam = spam !== null;
  const plan = planNotification({
    isSpam,
    formRecipients: form.recipients,
    routing: form.routing,
    fields: content.fields,
  });
  const reply = await planReply(ctx, form.autoresponder, {
    isSpam,
    words: content.replyWords,
    address: content.replyWords ? findAutoReplyAddress(content.fields) : null,
    isChallengePassed: content.isChallengePassed,
  });
  const waiting = await draftWaiting(ctx, form, content);
  const { name, email } = findSender(content.fields);
  const id = newId();
  const files = toFiles(content.files);
  // A property only where there is a trace: without one, nothing about it is sent to the database.
  const traceparent = currentTraceparent();
  const withTrace = <Row extends object>(rows: readonly Row[]) =>
    traceparent ? rows.map((row) => ({ ...row, traceparent })) : rows;
  return {
    id,
    workspace_id: ctx.workspaceId,
    form_id: form.id,
    version: form.version,
    folder: waiting?.folder ?? (isSpam ? "spam" : "inbox"),
    fields: content.fields,
    name,
    email,
    preview: makePreview(content.fields),
    search_text: makeSearchText(content.fields),
    text_bytes: textBytesOf(content.fields),
    unused_fields: content.unusedFields.length > 0 ? content.unusedFields : null,
    invalid_fields: content.invalidFields?.length ? content.invalidFields : null,
    spam_reason: spam?.reason ?? null,
    spam_match: spam?.match ?? null,
    retention_days: waiting?.retention_days ?? form.settings.messageRetentionDays,
    file_days: form.settings.uploads.retentionDays,
    plan: waiting?.plan ?? plan,
    reply_status: reply.status,
    reply_reason: reply.reason,
    reply_address: waiting?.reply_address ?? reply.email?.addressHash ?? null,
    key: repeatKey?.key ?? null,
    content_hash: repeatKey ? Buffer.from(repeatKey.contentHash).toString("hex") : null,
    key_expires_at: repeatKey
      ? new Date(ctx.now.getTime() + repeatKey.lifetimeMs).toISOString()
      : null,
    emails: waiting ? withTrace(waiting.emails) : withTrace(toEmails(ctx, plan, reply.email)),
    files,
    events: withTrace(isSpam || waiting ? [] : toEvents(form, id, content.fields, files)),
  };
}
