import { type Db, transaction } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { formatCount } from "#lib/core/count";
import { AppError, rejectInvalid } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { chunksOf, mapInTurns } from "#lib/core/streams";
import { dueNow } from "#lib/domain/deliveries/queue";
import { eventOf, toEventSubmission, WITH_EVENT_DATA } from "#lib/domain/endpoints/events";
import { isWanted, makeEventBody } from "#lib/domain/endpoints/plan-events";
import {
  MAX_REPLAYED,
  type ReplayWebhookInput,
  type WebhookReplay,
} from "#lib/domain/endpoints/schema";
import {
  type DestinationId,
  lockWebhook,
  targetOf,
  toEndpoint,
  type WebhookRow,
} from "#lib/domain/endpoints/store";
import { spendQuotaIn } from "#lib/domain/usage/quota";

/** The maximum number of events queued in one transaction, which keeps it far below its time limit. */
const BATCH = { maxItems: 100, maxBytes: 500_000 };

/** A submission to send again, and the delivery of its first event; null if it never had one. */
type Candidate = { id: string; textBytes: number; firstId: string | null };

/**
 * Sends the events of a period again, to the current endpoint and with the same IDs and bytes. This also
 * sends events that were cancelled when the URL or secret changed. Spam, held submissions, and events that
 * are still queued are left out.
 *
 * Events are queued in batches, oldest first. If one fails, those before it stay queued, and the next replay
 * leaves them out. The caller triggers a drain afterwards.
 *
 * @throws {AppError} not_found; webhook_not_configured; delivery_not_retryable while it's disabled;
 *   validation_failed for more than 1,000 events; retry_cooldown within a minute of the
 *   workspace's last replay to the host
 */
export async function replayWebhook(
  ctx: Context,
  formId: string,
  input: ReplayWebhookInput,
  destinationId: DestinationId = null,
): Promise<WebhookReplay> {
  const candidates = await transaction(async (tx) => {
    const webhook = await lockEnabled(tx, ctx, formId, destinationId);
    const found = await findCandidates(tx, ctx, webhook, input);
    const tooMany = `selects more than ${formatCount(MAX_REPLAYED)} events. Shorten the period`;
    rejectInvalid(found.length > MAX_REPLAYED ? [{ path: "to", message: tooMany }] : []);
    const bucket = `webhook-replay:${targetOf(webhook)}`;
    const quota = { bucket, max: 1, windowSeconds: 60 };
    const message = "You can replay events to a host once per minute.";
    await spendQuotaIn(tx, [quota], ctx.now, message, "retry_cooldown");
    return found;
  });
  let queued = 0;
  for (const batch of chunksOf(candidates, ({ textBytes }) => textBytes, BATCH))
    queued += await queueBatch(ctx, formId, input, destinationId, batch);
  return { queued };
}

async function lockEnabled(
  tx: Db,
  ctx: Context,
  formId: string,
  destinationId: DestinationId,
): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, ctx, formId, destinationId);
  if (webhook.enabled) return webhook;
  throw new AppError(
    "delivery_not_retryable",
    `The ${webhook.isFormWebhook ? "webhook" : "destination"} is disabled. Enable it to replay its events.`,
  );
}

/** Queues the events that still have to be sent again. @returns how many */
function queueBatch(
  ctx: Context,
  formId: string,
  input: ReplayWebhookInput,
  destinationId: DestinationId,
  batch: readonly Candidate[],
): Promise<number> {
  return transaction(async (tx) => {
    const webhook = await lockEnabled(tx, ctx, formId, destinationId);
    const ids = batch.map(({ id }) => id);
    const candidates = await findCandidates(tx, ctx, webhook, input, ids);
    const row = {
      ...eventOf(ctx, webhook),
      ...(await dueNow(tx, ctx)),
      kind: "submission.created",
      seriesTrigger: "replay",
    };
    const repeated = candidates.flatMap(({ firstId }) => firstId ?? []);
    await repeatEvents(tx, row, repeated);
    const missing = candidates.filter(({ firstId }) => firstId === null);
    return repeated.length + (await makeEvents(tx, ctx, webhook, row, missing));
  });
}

/**
 * Finds submissions to send again, oldest first, and one more than may be replayed. Imported ones are left out. Those
 * among `ids`, if given, can't move to spam before the transaction ends.
 */
function findCandidates(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  { from, to, status }: ReplayWebhookInput,
  ids?: readonly string[],
): Promise<Candidate[]> {
  const among = ids ? Prisma.sql`AND s.id = ANY(${[...ids]}::uuid[])` : Prisma.empty;
  const lock = ids ? Prisma.sql`FOR SHARE OF s` : Prisma.empty;
  return tx.$queryRaw<Candidate[]>`
    SELECT s.id, s.text_bytes AS "textBytes", first.id AS "firstId"
    FROM submissions s
    LEFT JOIN LATERAL (
      SELECT d.id FROM deliveries d
      WHERE d.workspace_id = s.workspace_id AND d.submission_id = s.id
        AND d.webhook_id = ${webhook.id}::uuid AND d.kind = 'submission.created'
      ORDER BY d.created_at, d.id LIMIT 1
    ) first ON true
    WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.form_id = ${webhook.formId}::uuid
      AND s.folder IN ('inbox', 'archive') AND s.held_reason IS NULL AND s.import_id IS NULL
      AND s.received_at >= ${new Date(from)} AND s.received_at < ${new Date(to)}
      AND (s.expires_at IS NULL OR s.expires_at > ${ctx.now}) ${among}
      AND NOT EXISTS (
        SELECT FROM deliveries d
        WHERE d.workspace_id = s.workspace_id AND d.submission_id = s.id
          AND d.webhook_id = ${webhook.id}::uuid AND d.kind = 'submission.created'
          AND (d.due_at IS NOT NULL OR (${status === "undelivered"} AND d.status = 'delivered'))
      )
    ORDER BY s.received_at, s.id LIMIT ${MAX_REPLAYED + 1} ${lock}`;
}

/** The columns that every replayed event has. */
type ReplayedRow = ReturnType<typeof eventOf> &
  Awaited<ReturnType<typeof dueNow>> & { kind: string; seriesTrigger: string };

/**
 * Queues the events of earlier deliveries again. The database copies them, because they may be large.
 */
async function repeatEvents(tx: Db, row: ReplayedRow, deliveryIds: readonly string[]) {
  const copies = JSON.stringify(deliveryIds.map((from) => ({ id: newId(), from })));
  await tx.$executeRaw`
    INSERT INTO deliveries (workspace_id, id, channel, kind, submission_id, webhook_id, revision, body,
      status, dedupe_key, concurrency_key, created_at, next_attempt_at, due_at, series_trigger)
    SELECT d.workspace_id, c.id, d.channel, d.kind, d.submission_id, ${row.webhookId}::uuid,
      ${row.revision}::uuid, d.body, ${row.status}, d.dedupe_key, ${row.concurrencyKey}::uuid,
      ${row.createdAt}, ${row.nextAttemptAt}, ${row.dueAt}, ${row.seriesTrigger}
    FROM json_to_recordset(${copies}::json) AS c(id uuid, "from" uuid)
    JOIN deliveries d ON d.workspace_id = ${row.workspaceId}::uuid AND d.id = c."from"`;
}

/** Queues new events for submissions that are older than the endpoint, if its conditions match them. */
async function makeEvents(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  row: ReplayedRow,
  candidates: readonly Candidate[],
): Promise<number> {
  const endpoint = toEndpoint(webhook);
  const ids = candidates.map(({ id }) => id);
  const submissions = await tx.submission.findMany({
    where: { workspaceId: ctx.workspaceId, id: { in: ids } },
    include: WITH_EVENT_DATA,
    omit: { searchText: true },
  });
  const wanted = submissions
    .map(toEventSubmission)
    .filter((submission) => isWanted(endpoint, submission));
  const data = await mapInTurns(wanted, (submission) => {
    const dedupeKey = newId();
    const body = makeEventBody(endpoint, dedupeKey, submission);
    return { ...row, id: newId(), submissionId: submission.id, dedupeKey, body };
  });
  await tx.delivery.createMany({ data });
  return data.length;
}
