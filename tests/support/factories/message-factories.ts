import { db, transaction } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import { objectStore } from "#lib/adapters/files/object-store";
import type { FieldPairs } from "#lib/core/fields/fields";
import { makeSearchText } from "#lib/core/fields/search-text";
import { findSender } from "#lib/core/fields/sender";
import { newId } from "#lib/core/ids";
import { EMAIL_CONCURRENCY_KEY } from "#lib/domain/deliveries/claim";
import type { EmailDelivery, NotificationPlan } from "#lib/domain/emails/schema";
import type { Form } from "#lib/domain/forms/schema";
import { makePreview, textBytesOf } from "#lib/domain/intake/fields";
import type { Folder } from "#lib/domain/submissions/schema";
import { objectKey } from "#lib/domain/submissions/store";
import type { Workspace } from "#tests/support/factories/factories";

const DAY_MS = 86_400_000;
const DEFAULT_FIELDS = { name: "Ada Lovelace", email: "ada@example.com", message: "Hello there" };
/** Storage in bytes of a submission with the default fields. */
export const DEFAULT_TEXT_BYTES = textBytesOf(Object.entries(DEFAULT_FIELDS));

type SubmissionOptions = {
  fields?: Record<string, string | string[]>;
  folder?: Folder;
  read?: boolean;
  spamReason?: "honeypot" | "blocked_sender" | "manual";
  receivedAt?: Date;
  expiresAt?: Date;
  plan?: NotificationPlan;
};

/** Recounts a form's submissions after a test has inserted them directly. */
export async function countMessages(formId: string): Promise<void> {
  await db().messageCount.deleteMany({ where: { formId } });
  await db().$executeRaw`
    INSERT INTO message_counts (workspace_id, form_id, folder, slot, total, unread, text_bytes)
    SELECT workspace_id, form_id, folder, 0, count(*), count(*) FILTER (WHERE NOT is_read), sum(text_bytes)
    FROM submissions WHERE form_id = ${formId}::uuid GROUP BY workspace_id, form_id, folder`;
}

/**
 * A stored submission with any folder, time, and state, and its usage. Queues no email or event.
 */
export async function createSubmission(
  workspace: Workspace,
  form: Pick<Form, "id">,
  options: SubmissionOptions = {},
): Promise<{ id: string; receivedAt: Date }> {
  const { fields = DEFAULT_FIELDS, folder = "inbox", receivedAt = new Date() } = options;
  const spamReason = options.spamReason ?? (folder === "spam" ? "honeypot" : null);
  const isSpam = spamReason === "honeypot";
  const pairs: FieldPairs = Object.entries(fields);
  const textBytes = textBytesOf(pairs);
  const id = newId();
  await transaction(async (tx) => {
    await tx.submission.create({
      data: {
        id,
        workspaceId: workspace.id,
        formId: form.id,
        folder,
        isRead: options.read ?? false,
        receivedAt,
        fields: pairs,
        ...findSender(pairs, []),
        preview: makePreview(pairs),
        searchText: makeSearchText(pairs),
        textBytes,
        spamReason,
        expiresAt: options.expiresAt ?? null,
        plan: options.plan ?? {
          recipients: [],
          reason: isSpam ? "spam" : "notifications_disabled",
          ruleId: null,
          ruleName: null,
        },
        visitorReplyStatus: "not_eligible",
        visitorReplyReason: isSpam ? "spam" : "not_configured",
      },
    });
    const unread = options.read ? 0 : 1;
    const counter = { workspaceId: workspace.id, formId: form.id, folder, slot: 0 };
    await tx.messageCount.upsert({
      where: { workspaceId_formId_folder_slot: counter },
      create: { ...counter, total: 1, unread, textBytes },
      update: {
        total: { increment: 1 },
        unread: { increment: unread },
        textBytes: { increment: textBytes },
      },
    });
    const counts = { accepted: isSpam ? 0 : 1, spam: isSpam ? 1 : 0 };
    const day = new Date(receivedAt.getTime() - (receivedAt.getTime() % DAY_MS));
    const usage = { workspaceId: workspace.id, day, slot: 0 };
    await tx.usageSlot.upsert({
      where: { workspaceId_day_slot: usage },
      create: { ...usage, ...counts },
      update: { accepted: { increment: counts.accepted }, spam: { increment: counts.spam } },
    });
  });
  return { id, receivedAt };
}

/** A submission's file, in the object store unless `object` sets another state. */
export async function createAttachment(
  workspace: Workspace,
  submission: { id: string },
  options: {
    content?: string | Uint8Array;
    filename?: string;
    contentType?: string;
    field?: string;
    expiresAt?: Date;
    object?: "stored" | "deleting" | "gone" | "lost";
  } = {},
): Promise<{ id: string; objectId: string; bytes: Buffer }> {
  const { object = "stored", contentType = "text/plain", filename = "notes.txt" } = options;
  const bytes = Buffer.from(options.content ?? "some notes");
  const id = newId();
  const objectId = newId();
  const key = objectKey(workspace.id, objectId);
  if (object !== "lost") await objectStore().write(key, bytes, bytes.byteLength, contentType);
  await transaction(async (tx) => {
    if (object !== "gone")
      await tx.storedObject.create({
        data: {
          id: objectId,
          workspaceId: workspace.id,
          status: object === "deleting" ? "deleting" : "stored",
          sizeBytes: bytes.byteLength,
          createdAt: new Date(),
        },
      });
    const { attachmentCount } = await tx.submission.update({
      where: { workspaceId_id: { workspaceId: workspace.id, id: submission.id } },
      data: { attachmentCount: { increment: 1 } },
    });
    await tx.attachment.create({
      data: {
        id,
        workspaceId: workspace.id,
        submissionId: submission.id,
        objectId: object === "gone" ? null : objectId,
        position: attachmentCount - 1,
        field: options.field ?? "file",
        filename,
        contentType,
        sizeBytes: bytes.byteLength,
        expiresAt: options.expiresAt ?? new Date(Date.now() + 30 * DAY_MS),
      },
    });
  });
  return { id, objectId, bytes };
}

/** The row of a queued email that belongs to no submission. */
export function queuedRow(workspaceId: string, createdAt: Date) {
  return {
    id: newId(),
    workspaceId,
    channel: "email",
    kind: "verification",
    email: "ada@example.com",
    status: "queued",
    dedupeKey: newId(),
    concurrencyKey: EMAIL_CONCURRENCY_KEY,
    createdAt,
    dueAt: createdAt,
  };
}

/** A notification in any state. */
export async function createDelivery(
  workspace: Workspace,
  submission: { id: string },
  options: { status?: EmailDelivery["status"]; recipientId?: string; createdAt?: Date } = {},
): Promise<{ id: string }> {
  const { status = "queued", createdAt = new Date() } = options;
  const isWaiting = status === "queued" || status === "retrying";
  return db().delivery.create({
    data: {
      ...queuedRow(workspace.id, createdAt),
      submissionId: submission.id,
      recipientId: options.recipientId ?? null,
      kind: "notification",
      email: "owner@example.com",
      status: status === "sent" ? "delivered" : status,
      nextAttemptAt: isWaiting ? createdAt : null,
      dueAt: isWaiting || status === "sending" ? createdAt : null,
    },
    select: { id: true },
  });
}

/** Counts messages that a workspace has accepted today, without storing them. */
export async function countAccepted({ id }: Pick<Workspace, "id">, accepted: number) {
  const day = new Date(new Date().toISOString().slice(0, 10));
  await db().usageSlot.create({ data: { workspaceId: id, day, slot: 0, accepted, spam: 0 } });
}

/** Stores spam of this many bytes each, which was caught for a reason, without counting it as usage. */
export async function fillSpam(
  { id: formId }: Pick<Form, "id">,
  { reason = "honeypot", count = 1, bytes = 10 },
): Promise<void> {
  await db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview,
      search_text, text_bytes, spam_reason, plan, visitor_reply_status)
    SELECT gen_random_uuid(), workspace_id, id, 'spam', now(), '[]', '', '', ${bytes}, ${reason}, '{}',
      'not_eligible'
    FROM forms, generate_series(1, ${count}::int) WHERE id = ${formId}::uuid`;
}

/** An email in the test inbox. */
export function createCapturedEmail(
  { id: workspaceId }: Pick<Workspace, "id">,
  given: Partial<Prisma.CapturedEmailUncheckedCreateInput> = {},
) {
  return db().capturedEmail.create({
    data: {
      id: newId(),
      workspaceId,
      seriesKey: newId(),
      kind: "notification",
      to: "owner@example.com",
      from: "forms@example.com",
      subject: "A message",
      headers: {},
      html: "<p>Hello</p>",
      text: "Hello",
      createdAt: new Date(),
      ...given,
    },
  });
}

/** A workspace's storage in bytes for files, without message text. */
export async function countedFileBytes(workspaceId: string): Promise<number> {
  const { _sum } = await db().storageSlot.aggregate({
    where: { workspaceId },
    _sum: { bytes: true },
  });
  return Number(_sum.bytes ?? 0);
}
