import { byId, type Db, readTogether, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { installationKey } from "#lib/adapters/db/installation-key";
import { type Context, mintContext } from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { FieldPairs } from "#lib/core/fields/fields";
import { completeSender } from "#lib/core/fields/sender";
import { readLook } from "#lib/domain/brand/look";
import type { AutoReplyWordsOf } from "#lib/domain/emails/auto-reply/compose-reply";
import { CONFIRM_DAYS, readConfirmationToken } from "#lib/domain/emails/auto-reply/confirmation";
import { queueReply } from "#lib/domain/emails/auto-reply/plan-reply";
import { planNoOne } from "#lib/domain/emails/plan-notification";
import { WITH_EVENT_DATA } from "#lib/domain/endpoints/events";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { forgetUnknownSenders } from "#lib/domain/spam/known-sender";
import { retainedUntil } from "#lib/domain/submissions/inbox/filter-sql";
import { loadOutgoing, queueOutgoing } from "#lib/domain/submissions/queue-outgoing";
import { WAITING } from "#lib/domain/submissions/schema";
import { reachableWhere } from "#lib/domain/submissions/store";

const WORKS_FOR_MS = CONFIRM_DAYS * DAY_MS;

/**
 * The visitor who clicks the button: their IP address if it's known, and our texts of an auto-reply
 * in their language.
 */
type Visitor = { address: string | null; wordsOf: AutoReplyWordsOf };

type Found = { ctx: Context; formId: string; id: string };

/**
 * Returns the condition for a link's message that can still be confirmed. It can't once someone has
 * moved it to spam.
 */
function unconfirmed({ ctx, id }: Found): Prisma.SubmissionWhereInput {
  return {
    ...reachableWhere(ctx),
    id,
    confirmedAt: null,
    folder: { not: "spam" },
    confirmationRequestedAt: { gt: new Date(ctx.now.getTime() - WORKS_FOR_MS) },
  };
}

/**
 * Looks up a link without changing anything, because email scanners follow links. `gone`: the message was
 * deleted, or 7 days have passed. Also returns the form's page styling and the first words of the message.
 */
export async function findConfirmation(token: string, now: Date) {
  const ids = readConfirmationToken(await installationKey(), token);
  if (!ids) return { kind: "invalid" } as const;
  const ctx = mintContext(ids.workspaceId, { kind: "system" }, now);
  return readTogether((tx) => readState(tx, ctx, ids.submissionId));
}

async function readState(tx: Db, ctx: Context, id: string) {
  const message = await tx.submission.findFirst({
    where: { ...reachableWhere(ctx), id },
    include: { form: { select: { name: true } } },
  });
  if (!message?.confirmationRequestedAt) return { kind: "gone" } as const;
  const look = await readLook(tx, ctx, message.formId);
  const form = { formName: message.form.name, preview: message.preview, look };
  const found: Found = { ctx, formId: message.formId, id };
  if (await tx.submission.count({ where: unconfirmed(found) }))
    return { kind: "open", ...form, found } as const;
  return message.confirmedAt
    ? ({ kind: "confirmed", ...form } as const)
    : ({ kind: "gone" } as const);
}

/**
 * Confirms only the message of a link, because anyone can send one with a stranger's address. It arrives now, with
 * all effects of an accepted message. The link is the proof. Of concurrent clicks, one confirms.
 *
 * The caller triggers a drain afterwards.
 *
 * @returns the state before: `open` means that this press confirmed it
 */
export async function confirmByLink(token: string, visitor: Visitor, now: Date) {
  const link = await findConfirmation(token, now);
  if (link.kind !== "open") return link;
  const isConfirmed = await transaction((tx) => confirm(tx, link.found, visitor));
  // Another click was faster, or the message was deleted or moved to spam in the meantime.
  return isConfirmed ? link : findConfirmation(token, now);
}

async function confirm(tx: Db, found: Found, { address, wordsOf }: Visitor): Promise<boolean> {
  const { ctx, formId, id } = found;
  // Locks webhooks before submissions, in one order, as everywhere.
  const outgoing = await loadOutgoing(tx, ctx, formId);
  const waiting = await lockUnconfirmed(tx, found);
  if (!waiting) return false;
  const at = await stamp(tx);
  const where = byId(ctx, id);
  await tx.submission.update({ where, data: { confirmedAt: at, confirmedFrom: address } });
  forgetUnknownSenders();
  // The owner moved it by hand.
  if (waiting.folder !== WAITING) return true;
  const row = { ...waiting, receivedAt: at };
  const reply = await decideReply(tx, ctx, row, wordsOf);
  const sent = row.heldReason === null ? [row] : [];
  const [planned] = await queueOutgoing(tx, ctx, sent, new Map([[formId, outgoing]]));
  const plan = JSON.stringify(planned?.plan ?? planNoOne("held"));
  await tx.$executeRaw`
    UPDATE submissions m SET folder = 'inbox', received_at = ${at}::timestamptz, search_indexed = false,
      is_suspected = false,
      expires_at = ${retainedUntil(Prisma.sql`${at}::timestamptz`)}, plan = ${plan}::jsonb,
      visitor_reply_status = ${reply.status}, visitor_reply_reason = ${reply.reason}
    WHERE m.workspace_id = ${ctx.workspaceId}::uuid AND m.id = ${id}::uuid`;
  return true;
}

type Row = NonNullable<Awaited<ReturnType<typeof lockUnconfirmed>>>;

async function lockUnconfirmed(tx: Db, found: Found) {
  const { ctx, id } = found;
  await tx.$executeRaw`
    SELECT FROM submissions WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  // Read after the lock: another click may have confirmed it in the meantime.
  return tx.submission.findFirst({ where: unconfirmed(found), include: WITH_EVENT_DATA });
}

/** Returns the time of arrival by the database's clock, so that pollers don't miss the message. */
async function stamp(tx: Db): Promise<Date> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`SELECT stamp_submission() AS at`;
  if (!row) throw new Error("a query without FROM returned no row");
  return row.at;
}

/**
 * Decides about the auto-reply that was left for the confirmation. None is sent beyond the allowance, as on
 * acceptance.
 */
async function decideReply(tx: Db, ctx: Context, row: Row, wordsOf: AutoReplyWordsOf) {
  const { visitorReplyStatus: status, visitorReplyReason: reason } = row;
  if (status !== "queued") return { status, reason };
  if (row.heldReason !== null) return { status: "suppressed", reason: "held" };
  const fields = FieldPairs.parse(row.fields);
  const { email: address } = completeSender(row, fields, []);
  if (address === null) return { status: "not_eligible", reason: "no_email" };
  const { id: submissionId, formId, receivedAt: at } = row;
  const known = StoredFields.parse(row.form.fieldList?.fields ?? []);
  const sent = { fields, known, isConfirmed: true };
  return queueReply(tx, ctx, { formId, submissionId, address, at, sent, wordsOf });
}
