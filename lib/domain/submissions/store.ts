import { type Db, db, readTogether } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { FieldPairs, toFieldObject } from "#lib/core/fields/fields";
import { idsOf, isId } from "#lib/core/ids";
import { type Person, readPeople } from "#lib/domain/access/people";
import type { Channel } from "#lib/domain/deliveries/schema";
import { NotificationPlan } from "#lib/domain/emails/schema";
import { toEmailDelivery } from "#lib/domain/emails/store";
import { Judgment } from "#lib/domain/spam/judgment";
import { resolveVisitorReply } from "#lib/domain/submissions/rules";
import {
  type Attachment,
  Folder,
  type Submission,
  SubmissionFields,
  WAITING,
} from "#lib/domain/submissions/schema";
import { VisitorReply } from "#lib/domain/submissions/visitor-schema";

const WITH_FORM = { form: { select: { name: true } } } as const satisfies Prisma.SubmissionInclude;
const WITH_FILES = {
  ...WITH_FORM,
  attachments: {
    orderBy: { position: "asc" },
    include: { object: { select: { status: true } } },
  },
} as const satisfies Prisma.SubmissionInclude;
const WITH_ATTEMPTS = {
  attempts: { orderBy: { number: "asc" } },
} as const satisfies Prisma.DeliveryInclude;

/** The people that a row references: who answered it, and its assignee. */
type WithPeople = { people: ReadonlyMap<string, Person> };
type SubmissionRow = Prisma.SubmissionGetPayload<{ include: typeof WITH_FORM }> & WithPeople;
/** A submission with files, deliveries, and attempts. */
export type FullRow = Prisma.SubmissionGetPayload<{ include: typeof WITH_FILES }> &
  WithPeople & {
    deliveries: Prisma.DeliveryGetPayload<{ include: typeof WITH_ATTEMPTS }>[];
  };
type AttachmentRow = FullRow["attachments"][number];

/**
 * The condition for reachable submissions: their form isn't deleted and their retention hasn't
 * ended.
 */
export function reachableWhere(ctx: Context): Prisma.SubmissionWhereInput {
  return {
    workspaceId: ctx.workspaceId,
    form: { deletedAt: null },
    OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
  };
}

/** @throws {AppError} not_found */
export async function requireSubmission(tx: Db, ctx: Context, id: string): Promise<SubmissionRow> {
  const where = { id, ...reachableWhere(ctx) };
  const row = isId(id) ? await tx.submission.findFirst({ where, include: WITH_FORM }) : null;
  if (!row) throw notFound();
  return { ...row, people: await readPeople(tx, [row.answeredBy, row.assigneeId]) };
}

/**
 * Finds the reachable submissions with these IDs, newest first, with files, deliveries, and
 * attempts.
 */
export async function findFullSubmissions(
  tx: Db,
  ctx: Context,
  ids: readonly string[],
): Promise<FullRow[]> {
  const rows = await tx.submission.findMany({
    where: { id: { in: [...ids] }, ...reachableWhere(ctx) },
    include: WITH_FILES,
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
  });
  // Prisma runs the queries of one include concurrently, and pg deprecates three on one connection.
  const deliveries = await tx.delivery.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId: { in: idsOf(rows) } },
    include: WITH_ATTEMPTS,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const ofSubmission = Map.groupBy(deliveries, ({ submissionId }) => submissionId);
  const named = rows.flatMap(({ answeredBy, assigneeId }) => [answeredBy, assigneeId]);
  const people = await readPeople(tx, named);
  return rows.map((row) => ({ ...row, people, deliveries: ofSubmission.get(row.id) ?? [] }));
}

/** Returns the submission with files, deliveries, and attempts. @throws {AppError} not_found */
export async function requireFullSubmission(tx: Db, ctx: Context, id: string): Promise<FullRow> {
  const [row] = isId(id) ? await findFullSubmissions(tx, ctx, [id]) : [];
  if (!row) throw notFound();
  return row;
}

/**
 * Returns the folder that people see. A waiting submission goes to the inbox once it's confirmed.
 */
export function toFolder(stored: string): Folder {
  return stored === WAITING ? "inbox" : Folder.parse(stored);
}

function toConfirmation(row: SubmissionRow): SubmissionFields["confirmation"] {
  const { confirmationRequestedAt, confirmedAt, confirmedFrom } = row;
  if (!confirmationRequestedAt) return null;
  return {
    status: confirmedAt ? "confirmed" : "waiting",
    requestedAt: confirmationRequestedAt.getTime(),
    confirmedAt: confirmedAt?.getTime() ?? null,
    address: confirmedFrom,
  };
}

export function toSubmissionFields(row: SubmissionRow): SubmissionFields {
  return {
    id: row.id,
    formId: row.formId,
    formName: row.form.name,
    folder: toFolder(row.folder),
    read: row.isRead,
    receivedAt: row.receivedAt.getTime(),
    name: row.name,
    email: row.email,
    suspected: row.isSuspected,
    answeredAt: row.answeredAt?.getTime() ?? null,
    answeredBy: row.people.get(row.answeredBy ?? "") ?? null,
    assignee: row.people.get(row.assigneeId ?? "") ?? null,
    fields: toFieldObject(FieldPairs.parse(row.fields)),
    spamReason: SubmissionFields.shape.spamReason.parse(row.spamReason),
    signals: row.judgment === null ? [] : Judgment.parse(row.judgment).signals,
    invalidFields: SubmissionFields.shape.invalidFields.parse(row.invalidFields),
    guessedCharset: row.guessedCharset,
    context: SubmissionFields.shape.context.parse(row.context),
    expiresAt: row.expiresAt?.getTime() ?? null,
    heldReason: SubmissionFields.shape.heldReason.parse(row.heldReason),
    confirmation: toConfirmation(row),
    importId: row.importId,
    notificationPlan: NotificationPlan.parse(row.plan),
  };
}

/** A submission without its files and deliveries. @throws {AppError} not_found */
export async function getSubmissionFields(ctx: Context, id: string): Promise<SubmissionFields> {
  return toSubmissionFields(await requireSubmission(db(), ctx, id));
}

function toAttachment(row: AttachmentRow, now: Date): Attachment {
  const isExpired = row.expiresAt <= now;
  return {
    id: row.id,
    field: row.field,
    filename: row.filename,
    contentType: row.contentType,
    size: row.sizeBytes,
    expiresAt: row.expiresAt.getTime(),
    status: isExpired ? "expired" : row.object?.status === "stored" ? "available" : "unavailable",
  };
}

/** Returns the emails or the events of a submission, oldest first. */
export function deliveriesOf(row: FullRow, channel: Channel): FullRow["deliveries"] {
  return row.deliveries.filter((delivery) => delivery.channel === channel);
}

export function toSubmission(row: FullRow, now: Date): Submission {
  const deliveries = deliveriesOf(row, "email").map(toEmailDelivery);
  const decided = VisitorReply.parse({
    status: row.visitorReplyStatus,
    reason: row.visitorReplyReason,
  });
  return {
    ...toSubmissionFields(row),
    attachments: row.attachments.map((attachment) => toAttachment(attachment, now)),
    visitorReply: resolveVisitorReply(decided, deliveries),
    deliveries,
  };
}

/** @throws {AppError} not_found */
export async function getSubmission(ctx: Context, submissionId: string): Promise<Submission> {
  const row = await readTogether((tx) => requireFullSubmission(tx, ctx, submissionId));
  return toSubmission(row, ctx.now);
}

/** Returns the storage key of an object: a folder per workspace, and nothing about the file. */
export function objectKey(workspaceId: string, objectId: string): string {
  return `${workspaceId}/${objectId}`;
}
