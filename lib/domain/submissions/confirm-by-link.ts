import { type Db, readTogether, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { installationKey } from "#lib/adapters/db/installation-key";
import { type Context, mintContext } from "#lib/core/context";
import { FieldPairs, findAutoReplyAddress } from "#lib/core/fields/fields";
import { idsOf } from "#lib/core/ids";
import type { WordsOf } from "#lib/domain/emails/auto-reply/compose-reply";
import { CONFIRM_DAYS, readConfirmationToken } from "#lib/domain/emails/auto-reply/confirmation";
import { queueReply } from "#lib/domain/emails/auto-reply/plan-reply";
import { planNoOne } from "#lib/domain/emails/plan-notification";
import { WITH_EVENT_DATA } from "#lib/domain/endpoints/events";
import { readPage } from "#lib/domain/forms/page/form-page";
import { retainedUntil } from "#lib/domain/submissions/inbox/filter-sql";
import { loadOutgoing, queueOutgoing } from "#lib/domain/submissions/queue-outgoing";
import { WAITING } from "#lib/domain/submissions/schema";
import { reachable } from "#lib/domain/submissions/store";

const WORKS_FOR_MS = CONFIRM_DAYS * 24 * 60 * 60_000;
/** Messages that one press confirms. The rest waits for the next one. */
const MAX_CONFIRMED = 100;

/** Who presses: their IP address if it's known, and our words in an auto-reply in their language. */
type Visitor = { address: string | null; wordsOf: WordsOf };

type Found = { ctx: Context; formId: string; key: string };

/** Unconfirmed messages of a visitor on a form. Those someone moved to spam aren't confirmed. */
function unconfirmed({ ctx, formId, key }: Found): Prisma.SubmissionWhereInput {
  return {
    ...reachable(ctx),
    formId,
    confirmationKey: key,
    confirmedAt: null,
    folder: { not: "spam" },
    confirmationRequestedAt: { gt: new Date(ctx.now.getTime() - WORKS_FOR_MS) },
  };
}

/**
 * Reads a link without changing anything: email scanners follow links. `gone`: the message was deleted, or 7 days
 * have passed. Says in which language the form's pages are.
 */
export async function findConfirmation(token: string, now: Date) {
  const ids = readConfirmationToken(await installationKey(), token);
  if (!ids) return { kind: "invalid" } as const;
  const ctx = mintContext(ids.workspaceId, { kind: "system" }, now);
  return readTogether((tx) => readState(tx, ctx, ids.submissionId));
}

async function readState(tx: Db, ctx: Context, id: string) {
  const message = await tx.submission.findFirst({
    where: { ...reachable(ctx), id },
    include: { form: { select: { name: true } } },
  });
  const { confirmationKey: key = null, confirmationRequestedAt: sentAt = null } = message ?? {};
  if (!message || !key || !sentAt) return { kind: "gone" } as const;
  const { language } = await readPage(tx, ctx, message.formId);
  const form = { formName: message.form.name, language };
  const found: Found = { ctx, formId: message.formId, key };
  const isOpen =
    ctx.now.getTime() - sentAt.getTime() < WORKS_FOR_MS &&
    (await tx.submission.count({ where: unconfirmed(found) })) > 0;
  if (isOpen) return { kind: "open", ...form, found } as const;
  return message.confirmedAt
    ? ({ kind: "confirmed", ...form } as const)
    : ({ kind: "gone" } as const);
}

/**
 * Confirms what the visitor of a link has sent through the form: the link's message, and further ones from the
 * same address, which got no email of their own. They arrive now, with everything that an accepted
 * message starts. The link is the proof. Of concurrent presses, one confirms.
 *
 * The caller triggers a drain afterwards.
 *
 * @returns the state before: `open` means that this press confirmed it
 */
export async function confirmByLink(token: string, visitor: Visitor, now: Date) {
  const link = await findConfirmation(token, now);
  if (link.kind !== "open") return link;
  const count = await transaction((tx) => confirm(tx, link.found, visitor));
  // Another press was faster, or it was deleted or moved to spam meanwhile.
  return count > 0 ? link : findConfirmation(token, now);
}

async function confirm(tx: Db, found: Found, { address, wordsOf }: Visitor): Promise<number> {
  const { ctx, formId } = found;
  // Webhooks before submissions, in one order, as everywhere.
  const outgoing = await loadOutgoing(tx, ctx, formId);
  const rows = await lockUnconfirmed(tx, found);
  if (rows.length === 0) return 0;
  const at = await stamp(tx);
  const arrived = rows
    .filter(({ folder }) => folder === WAITING)
    .map((row) => ({ ...row, receivedAt: at }));
  const replies = new Map<string, Awaited<ReturnType<typeof queueReply>>>();
  for (const row of arrived) replies.set(row.id, await decideReply(tx, ctx, row, wordsOf));
  const sent = arrived.filter(({ heldReason }) => heldReason === null);
  const plans = await queueOutgoing(tx, ctx, sent, new Map([[formId, outgoing]]));
  const planOf = new Map(plans.map(({ id, plan }) => [id, plan]));
  const changes = arrived.map(({ id }) => ({
    id,
    plan: planOf.get(id) ?? planNoOne("held"),
    ...replies.get(id),
  }));
  await tx.submission.updateMany({
    where: { workspaceId: ctx.workspaceId, id: { in: idsOf(rows) } },
    data: { confirmedAt: at, confirmedFrom: address },
  });
  await tx.$executeRaw`
    UPDATE submissions m SET folder = 'inbox', received_at = ${at}::timestamptz, search_indexed = false,
      expires_at = ${retainedUntil(Prisma.sql`${at}::timestamptz`)}, plan = c.plan,
      visitor_reply_status = c.status, visitor_reply_reason = c.reason
    FROM json_to_recordset(${JSON.stringify(changes)}::json) AS c(id uuid, plan jsonb, status text, reason text)
    WHERE m.workspace_id = ${ctx.workspaceId}::uuid AND m.id = c.id`;
  return rows.length;
}

type Row = Awaited<ReturnType<typeof lockUnconfirmed>>[number];

/** Locks in the order of IDs, as all others do. */
async function lockUnconfirmed(tx: Db, found: Found) {
  const { workspaceId } = found.ctx;
  const first = await tx.submission.findMany({
    where: unconfirmed(found),
    orderBy: { id: "asc" },
    take: MAX_CONFIRMED,
    select: { id: true },
  });
  await tx.$executeRaw`
    SELECT FROM submissions WHERE workspace_id = ${workspaceId}::uuid
      AND id = ANY(${idsOf(first)}::uuid[]) ORDER BY id FOR UPDATE`;
  // Read again: another press may have confirmed them meanwhile.
  return tx.submission.findMany({
    where: { ...unconfirmed(found), id: { in: idsOf(first) } },
    orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
    include: WITH_EVENT_DATA,
  });
}

/** The time of arrival, by the database's clock: pollers miss no message that is stamped this way. */
async function stamp(tx: Db): Promise<Date> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`SELECT stamp_submission() AS at`;
  if (!row) throw new Error("a query without FROM returned no row");
  return row.at;
}

/** What becomes of the auto-reply that was left for the confirmation. None beyond the allowance, as on acceptance. */
async function decideReply(tx: Db, ctx: Context, row: Row, wordsOf: WordsOf) {
  const { visitorReplyStatus: status, visitorReplyReason: reason } = row;
  if (status !== "queued") return { status, reason };
  if (row.heldReason !== null) return { status: "suppressed", reason: "held" };
  const address = findAutoReplyAddress(FieldPairs.parse(row.fields));
  if (address === null) return { status: "not_eligible", reason: "no_email" };
  const { id: submissionId, formId, receivedAt: at } = row;
  return queueReply(tx, ctx, { formId, submissionId, address, at, wordsOf });
}
