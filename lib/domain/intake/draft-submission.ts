import type { Context } from "#lib/core/context";
import type { FieldPairs } from "#lib/core/fields/fields";
import { contextFields, type MessageContext } from "#lib/core/fields/message-context";
import { makeSearchText } from "#lib/core/fields/search-text";
import { type FoundSender, findSender, withSender } from "#lib/core/fields/sender";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { currentTraceparent } from "#lib/core/telemetry/tracing";
import type { AutoReplyWords } from "#lib/domain/emails/auto-reply/compose-reply";
import { CONFIRM_DAYS, type ConfirmationDraft } from "#lib/domain/emails/auto-reply/confirmation";
import { hashVisitor, planReply } from "#lib/domain/emails/auto-reply/plan-reply";
import { planNoOne, planNotification } from "#lib/domain/emails/plan-notification";
import type { NotificationPlan } from "#lib/domain/emails/schema";
import { planWebhookEvent } from "#lib/domain/endpoints/plan-events";
import type { InvalidField } from "#lib/domain/forms/fields/schema";
import type { SpamVerdict } from "#lib/domain/forms/spam/rules";
import {
  type BotCheckResult,
  emailLimitOf,
  findEmailObstacle,
  hasBotCheck,
} from "#lib/domain/intake/bot-check";
import { makePreview, textBytesOf } from "#lib/domain/intake/fields";
import type { JudgedContent } from "#lib/domain/intake/judge-content";
import type { OpenForm } from "#lib/domain/intake/open-form";
import type { StoredFile } from "#lib/domain/intake/store-files";
import { MODEL_DEADLINE_MS } from "#lib/domain/spam/ask-model";
import { WAITING } from "#lib/domain/submissions/schema";

/** Identifies a repeat of this submission. */
export type RepeatKey = {
  key: string;
  contentHash: Uint8Array;
  /** Counted from when the submission is stored. */
  lifetimeMs: number;
  /** True if the key was set without the sender's knowledge. */
  isAutomatic: boolean;
};

/** A visitor's submission, as the form's rules see it. */
export type SubmissionContent = {
  fields: FieldPairs;
  /** Names of fields that were sent but have no effect, so they aren't stored. The form doctor mentions them. */
  unusedFields: readonly string[];
  /** The encoding that had to be guessed, by its WHATWG name, or null. */
  guessedCharset?: string | null;
  /** True if it came with `enctype="text/plain"`. */
  isTextForm?: boolean;
  /** The page that the message was sent from, unless the form doesn't keep that. */
  context?: MessageContext | null;
  /** Values that are invalid for their fields, if the form marks them. */
  invalidFields?: readonly InvalidField[];
  repeatKey: RepeatKey | null;
  /**
   * Our texts in the auto-reply, in the visitor's language, if the visitor consents to one;
   * otherwise null.
   */
  replyWords: AutoReplyWords | null;
  /** The texts of the email that asks the visitor to confirm, if that's required. */
  confirmation?: ConfirmationDraft;
};

export type ScreenedContent = SubmissionContent &
  BotCheckResult & {
    sender: FoundSender;
    spam: SpamVerdict | null;
    /** The judge's findings, or null if the message wasn't judged. */
    judged: JudgedContent | null;
    files: readonly StoredFile[];
  };

/** A submission in the shape of the accepting statement: column names, ISO times, hex bytes. */
export type SubmissionDraft = Awaited<ReturnType<typeof draftSubmission>>;

/** Returns notifications to the owners as rows of `deliveries`. */
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

/** Finds the sender of a submission with these fields to the form. Pure. */
export function senderTo(
  { fieldList }: Pick<OpenForm, "fieldList">,
  fields: FieldPairs,
): FoundSender {
  return findSender(fields, fieldList?.fields ?? []);
}

/**
 * Returns the address at which a visitor has to confirm a submission with these fields, or null. Without a required
 * widget or an own challenge, no one has to confirm, as no one gets an auto-reply. Pure. It doesn't depend on whether
 * the submission is spam, so that the response doesn't reveal that.
 */
export function findAddressToConfirm(
  form: Pick<OpenForm, "page" | "widget" | "spam" | "fieldList">,
  fields: FieldPairs,
): string | null {
  return form.page.confirmEmail && hasBotCheck(form) ? senderTo(form, fields).email : null;
}

/**
 * Returns the differences for a submission that waits for its visitor: its only email asks the visitor to
 * confirm, and it's deleted soon. Null if it doesn't wait.
 */
async function draftWaiting(
  ctx: Context,
  form: OpenForm,
  { spam, fields, confirmation: words, ...botCheck }: ScreenedContent,
) {
  const address = findAddressToConfirm(form, fields);
  if (spam || findEmailObstacle(form, botCheck) || address === null || !words) return null;
  return {
    folder: WAITING,
    plan: planNoOne("waiting"),
    retention_days: Math.min(CONFIRM_DAYS, form.settings.messageRetentionDays ?? CONFIRM_DAYS),
    hashes: await hashVisitor(ctx, address),
    emails: [toVisitorEmail(ctx, "confirmation", address, words)],
  };
}

/** Returns the submission's events as rows of `deliveries`: one for each endpoint that gets it. */
function toEvents(
  form: OpenForm,
  id: string,
  { fields, files, context = null }: ScreenedContent,
  sender: FoundSender,
) {
  const submission = {
    id,
    formId: form.id,
    formName: form.name,
    receivedAt: null,
    fields,
    sender,
    context,
    known: form.fieldList?.fields ?? [],
    attachments: files.map((file) => ({ ...file, expiresAt: 0 })),
  };
  return form.endpoints.flatMap((endpoint) => planWebhookEvent(endpoint, submission) ?? []);
}

/** The columns of a submission that sends no email to a visitor. */
const NO_ONE = { reply_address: null, reply_mailbox: null };

/**
 * Makes all decisions of acceptance: folder, notification plan, auto-reply, event, and retention. It creates IDs,
 * encrypts, and for an email to the visitor, reads the installation's key once per process. Otherwise pure.
 */
export async function draftSubmission(ctx: Context, form: OpenForm, content: ScreenedContent) {
  const { fields, sender, spam, judged, repeatKey, replyWords: words } = content;
  const isSpam = spam !== null;
  const { recipients: formRecipients, hasQuietRecipients: hasQuiet, routing } = form;
  const plan = planNotification({
    isSpam,
    formRecipients,
    hasQuiet,
    routing,
    fields: [...withSender(fields, sender), ...contextFields(content.context ?? null)],
  });
  const hasConsent = words !== null;
  const address = hasConsent ? sender.email : null;
  const sent = { fields, known: form.fieldList?.fields ?? [], isConfirmed: false };
  const message = { isSpam, words, sent, address, obstacle: findEmailObstacle(form, content) };
  const reply = await planReply(ctx, form.autoresponder, message);
  const waiting = await draftWaiting(ctx, form, content);
  const emails = waiting?.emails ?? [
    ...toNotifications(plan),
    ...(reply.email
      ? [toVisitorEmail(ctx, "visitor_reply", reply.email.to, reply.email.draft)]
      : []),
  ];
  const id = newId();
  // Left out without a trace, so that nothing about it is sent to the database.
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
    name: sender.name,
    email: sender.email,
    preview: makePreview(fields),
    search_text: makeSearchText(fields),
    text_bytes: textBytesOf(fields),
    unused_fields: content.unusedFields.length > 0 ? content.unusedFields : null,
    guessed_charset: content.guessedCharset ?? null,
    is_text_form: content.isTextForm ?? false,
    context: content.context ?? null,
    invalid_fields: content.invalidFields?.length ? content.invalidFields : null,
    spam_reason: spam?.reason ?? null,
    spam_match: spam?.match ?? null,
    judgment: judged?.judgment ?? null,
    spam_points: judged?.points ?? 0,
    is_suspected: judged?.isSuspected ?? false,
    hold_ms: judged?.needsModel && form.spam.filter === "move" ? MODEL_DEADLINE_MS : 0,
    retention_days: waiting?.retention_days ?? form.settings.messageRetentionDays,
    file_days: form.settings.uploads.retentionDays,
    plan: waiting?.plan ?? plan,
    reply_status: reply.status,
    reply_reason: reply.reason,
    ...(waiting?.hashes ?? reply.email?.hashes ?? NO_ONE),
    reply_limit: emailLimitOf(content),
    key: repeatKey?.key ?? null,
    content_hash: repeatKey ? Buffer.from(repeatKey.contentHash).toString("hex") : null,
    key_lifetime_ms: repeatKey?.lifetimeMs ?? null,
    emails: withTrace(emails),
    files: content.files.map((file, position) => ({ ...file, position })),
    events: withTrace(isSpam || waiting ? [] : toEvents(form, id, content, sender)),
  };
}
