import { installationKey } from "#lib/adapters/db/installation-key";
import type { Context } from "#lib/core/context";
import { type FieldPairs, findAutoReplyAddress, findSender } from "#lib/core/fields/fields";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { currentTraceparent } from "#lib/core/telemetry/tracing";
import type { ReplyWords } from "#lib/domain/emails/auto-reply/compose-reply";
import { CONFIRM_DAYS, type ConfirmationDraft } from "#lib/domain/emails/auto-reply/confirmation";
import { hashReplyAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { planReply } from "#lib/domain/emails/auto-reply/plan-reply";
import { planNoOne, planNotification } from "#lib/domain/emails/plan-notification";
import type { NotificationPlan } from "#lib/domain/emails/schema";
import { planWebhookEvent } from "#lib/domain/endpoints/plan-events";
import type { InvalidField } from "#lib/domain/forms/fields/schema";
import type { SpamVerdict } from "#lib/domain/forms/spam/rules";
import { makePreview, makeSearchText, textBytesOf } from "#lib/domain/intake/fields";
import type { OpenForm } from "#lib/domain/intake/open-form";
import type { StoredFile } from "#lib/domain/intake/store-files";
import { WAITING } from "#lib/domain/submissions/schema";

/** Identifies a repeat of this submission. */
export type RepeatKey = { key: string; contentHash: Uint8Array; lifetimeMs: number };

/** A visitor's submission, as the form's rules see it. */
export type SubmissionContent = {
  fields: FieldPairs;
  /** Names of fields that were sent but have no effect, so they aren't stored. The form doctor mentions them. */
  unusedFields: readonly string[];
  /** Values that don't fit their fields, if the form marks them. */
  invalidFields?: readonly InvalidField[];
  repeatKey: RepeatKey | null;
  /** Our words in the auto-reply if the visitor consents to one, else null. */
  replyWords: ReplyWords | null;
  /** The words of the email that asks the visitor to confirm, if they have to. */
  confirmation?: ConfirmationDraft;
};

type ScreenedContent = SubmissionContent & {
  spam: SpamVerdict | null;
  isChallengePassed: boolean;
  files: readonly StoredFile[];
};

/** A submission in the shape of the accepting statement: column names, ISO times, hex bytes. */
export type SubmissionDraft = Awaited<ReturnType<typeof draftSubmission>>;

/** Notifications to the owners as rows of `deliveries`. */
function toNotifications(plan: NotificationPlan) {
  return plan.recipients.map(({ id, email }) => ({
    id: newId(),
    dedupe_key: newId(),
    kind: "notification" as const,
    recipient_id: id,
    email,
    sealed_data: null,
  }));
}

/** An email to the visitor as a row of `deliveries`. */
function toVisitorEmail(
  { workspaceId }: Context,
  kind: "visitor_reply" | "confirmation",
  email: string,
  data: object,
) {
  const id = newId();
  const sealed = encryptSecret("email_data", { workspaceId, id }, JSON.stringify(data));
  const sealed_data = Buffer.from(sealed).toString("hex");
  return { id, dedupe_key: newId(), kind, recipient_id: null, email, sealed_data };
}

/**
 * The address at which a visitor has to confirm a submission with these fields, or null. Without a required
 * widget no one confirms anything, as no one gets an auto-reply. Pure. It doesn't depend on whether the submission is
 * spam, so that the response doesn't tell.
 */
export function findAddressToConfirm(
  { page, widget }: Pick<OpenForm, "page" | "widget">,
  fields: FieldPairs,
): string | null {
  return page.confirmEmail && widget?.observes === null ? findAutoReplyAddress(fields) : null;
}

/**
 * What differs for a submission that waits for its visitor: its only email asks them, and it's deleted soon.
 * Null for one that doesn't wait.
 */
async function draftWaiting(
  ctx: Context,
  form: OpenForm,
  { spam, isChallengePassed, fields, confirmation: words }: ScreenedContent,
) {
  const address = findAddressToConfirm(form, fields);
  if (spam || !isChallengePassed || address === null || !words) return null;
  return {
    folder: WAITING,
    plan: planNoOne("waiting"),
    retention_days: Math.min(CONFIRM_DAYS, form.settings.messageRetentionDays ?? CONFIRM_DAYS),
    reply_address: hashReplyAddress(await installationKey(), ctx.workspaceId, address),
    emails: [toVisitorEmail(ctx, "confirmation", address, words)],
  };
}

/** The submission's events as rows of `deliveries`: one for each endpoint that gets it. */
function toEvents(form: OpenForm, id: string, { fields, files }: ScreenedContent) {
  const submission = {
    id,
    formId: form.id,
    formName: form.name,
    receivedAt: null,
    fields,
    known: form.fieldList?.fields ?? [],
    attachments: files.map((file) => ({ ...file, expiresAt: 0 })),
  };
  return form.endpoints.flatMap((endpoint) => planWebhookEvent(endpoint, submission) ?? []);
}

/**
 * Decides everything that's decided at acceptance: folder, notification plan, auto-reply, event, and
 * retention. Pure, except that it makes new ids and encrypts.
 */
export async function draftSubmission(ctx: Context, form: OpenForm, content: ScreenedContent) {
  const { fields, spam, repeatKey, replyWords: words, isChallengePassed } = content;
  const isSpam = spam !== null;
  const { recipients: formRecipients, routing } = form;
  const plan = planNotification({ isSpam, formRecipients, routing, fields });
  const address = words && findAutoReplyAddress(fields);
  const message = { isSpam, words, address, isChallengePassed };
  const reply = await planReply(ctx, form.autoresponder, message);
  const waiting = await draftWaiting(ctx, form, content);
  const emails = waiting?.emails ?? [
    ...toNotifications(plan),
    ...(reply.email
      ? [toVisitorEmail(ctx, "visitor_reply", reply.email.to, reply.email.draft)]
      : []),
  ];
  const { name, email } = findSender(fields);
  const id = newId();
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
    fields,
    name,
    email,
    preview: makePreview(fields),
    search_text: makeSearchText(fields),
    text_bytes: textBytesOf(fields),
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
    emails: withTrace(emails),
    files: content.files.map((file, position) => ({ ...file, position })),
    events: withTrace(isSpam || waiting ? [] : toEvents(form, id, content)),
  };
}

/** The columns of a submission in the statement, in order. */
const COLUMNS = {
  ord: "int",
  id: "uuid",
  workspace_id: "uuid",
  form_id: "uuid",
  version: "int",
  folder: "text",
  fields: "json",
  name: "text",
  email: "text",
  preview: "text",
  search_text: "text",
  text_bytes: "int",
  unused_fields: "text[]",
  invalid_fields: "jsonb",
  spam_reason: "text",
  spam_match: "text",
  retention_days: "int",
  file_days: "int",
  plan: "jsonb",
  reply_status: "text",
  reply_reason: "text",
  reply_address: "text",
  key: "text",
  content_hash: "text",
  key_expires_at: "timestamptz",
  emails: "json",
  files: "json",
  events: "json",
} as const satisfies Record<"ord" | keyof SubmissionDraft, string>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** The submissions `s` from the third parameter on: a single one as parameters, which PostgreSQL reads faster than JSON. */
export const ONE = `(VALUES (${NAMES.map((name, index) => `$${index + 3}::${COLUMNS[name]}`).join(", ")}))
    AS s(${NAMES.join(", ")})`;
export const MANY = `json_to_recordset($3::json) AS s(${NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(", ")})`;

export function rowValues(drafts: readonly SubmissionDraft[]): unknown[] {
  const rows = drafts.map((draft, ord) => ({ ord, ...draft }));
  const [only] = rows;
  if (!only || rows.length > 1) return [JSON.stringify(rows)];
  return NAMES.map((name) =>
    COLUMNS[name].startsWith("json") && only[name] !== null
      ? JSON.stringify(only[name])
      : only[name],
  );
}
