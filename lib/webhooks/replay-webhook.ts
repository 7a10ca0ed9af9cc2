import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { type Db, transaction } from "#lib/db/database";
import { dueNow } from "#lib/deliveries/queue";
import { tryConsume } from "#lib/usage/quota";
import { eventOf, toEventSubmission, WITH_EVENT_DATA } from "#lib/webhooks/events";
import { isWanted, makeEventBody } from "#lib/webhooks/plan-events";
import { MAX_REPLAYED, type ReplayWebhookInput, type WebhookReplay } from "#lib/webhooks/schema";
import {
  type DestinationId,
  lockWebhook,
  requireConfigured,
  toEndpoint,
  type WebhookRow,
} from "#lib/webhooks/store";

/** A submission to send again, with its first event; null if it never had one. */
type Candidate = { id: string; eventId: string | null; body: string | null };

/**
 * Sends the events of a period again, to the current endpoint and with the IDs and bytes they had. What
 * was cancelled when the URL or secret changed arrives this way. Spam and events that are still queued are
 * left out, and so are held submissions.
 *
 * The caller triggers a drain afterwards.
 *
 * @throws {AppError} not_found; webhook_not_configured; validation_failed for more than 1,000 events;
 *   retry_cooldown within a minute of the last replay
 */
export async function replayWebhook(
  ctx: Context,
  formId: string,
  input: ReplayWebhookInput,
  destinationId: DestinationId = null,
): Promise<WebhookReplay> {
  return transaction(async (tx) => {
    const found = await lockWebhook(tx, ctx, formId, destinationId);
    const webhook = requireConfigured(found, destinationId);
    const candidates = await findCandidates(tx, ctx, webhook, input);
    if (candidates.length > MAX_REPLAYED) {
      const message = `selects more than ${MAX_REPLAYED.toLocaleString("en-US")} events. Shorten the period`;
      throw new AppError("validation_failed", `Invalid request: to ${message}.`, {
        details: [{ path: "to", message }],
      });
    }
    await countReplay(tx, ctx, destinationId ?? formId);
    const missing = candidates.flatMap(({ id, eventId }) => (eventId === null ? id : []));
    const events = [
      ...candidates.flatMap(({ id, eventId, body }) =>
        eventId === null || body === null ? [] : { submissionId: id, dedupeKey: eventId, body },
      ),
      ...(await makeEvents(tx, ctx, webhook, missing)),
    ];
    const row = {
      ...eventOf(ctx, webhook),
      ...(await dueNow(tx, ctx)),
      kind: "submission.created",
      seriesTrigger: "replay",
    };
    await tx.delivery.createMany({
      data: events.map((event) => ({ ...row, ...event, id: newId() })),
    });
    return { queued: events.length };
  });
}

/** One more than may be replayed, oldest first. They can't move to spam before they're queued. */
function findCandidates(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  { from, to, status }: ReplayWebhookInput,
): Promise<Candidate[]> {
  return tx.$queryRaw<Candidate[]>`
    SELECT s.id, first.dedupe_key AS "eventId", first.body
    FROM submissions s
    LEFT JOIN LATERAL (
      SELECT d.dedupe_key, d.body FROM deliveries d
      WHERE d.workspace_id = s.workspace_id AND d.submission_id = s.id
        AND d.webhook_id = ${webhook.id}::uuid AND d.kind = 'submission.created'
      ORDER BY d.created_at, d.id LIMIT 1
    ) first ON true
    WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.form_id = ${webhook.formId}::uuid
      AND s.folder IN ('inbox', 'archive') AND s.held_reason IS NULL
      AND s.received_at >= ${new Date(from)} AND s.received_at < ${new Date(to)}
      AND (s.expires_at IS NULL OR s.expires_at > ${ctx.now})
      AND NOT EXISTS (
        SELECT FROM deliveries d
        WHERE d.workspace_id = s.workspace_id AND d.submission_id = s.id
          AND d.webhook_id = ${webhook.id}::uuid AND d.kind = 'submission.created'
          AND (d.due_at IS NOT NULL OR (${status === "undelivered"} AND d.status = 'delivered'))
      )
    ORDER BY s.received_at, s.id LIMIT ${MAX_REPLAYED + 1}
    FOR SHARE OF s`;
}

async function countReplay(tx: Db, ctx: Context, id: string): Promise<void> {
  const quota = { bucket: `webhook-replay:${id}`, max: 1, windowSeconds: 60 };
  const counted = await tryConsume(tx, [quota], ctx.now);
  if ("retryAfterSeconds" in counted)
    throw new AppError("retry_cooldown", "You can replay events once per minute.", counted);
}

/** New events for submissions that came before there was this endpoint, as far as it wants them. */
async function makeEvents(tx: Db, ctx: Context, webhook: WebhookRow, ids: readonly string[]) {
  const endpoint = { ...toEndpoint(webhook), enabled: true };
  const rows = await tx.submission.findMany({
    where: { workspaceId: ctx.workspaceId, id: { in: [...ids] } },
    include: WITH_EVENT_DATA,
  });
  return rows.flatMap((row) => {
    const submission = toEventSubmission(row);
    if (!isWanted(endpoint, submission)) return [];
    const dedupeKey = newId();
    const body = makeEventBody(endpoint, dedupeKey, submission);
    return [{ submissionId: row.id, dedupeKey, body }];
  });
}
