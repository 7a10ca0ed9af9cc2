import { batchStatements } from "#lib/adapters/db/batch-statements";
import { type Db, pool, transaction } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import { type Context, mintContext } from "#lib/core/context";
import { recordAudit } from "#lib/domain/audit/record-audit";
import type { BegunAttempt } from "#lib/domain/deliveries/begin";
import type { Claim } from "#lib/domain/deliveries/claim";
import {
  type AttemptResult,
  nextDeliveryState,
  WEBHOOK_ONCE,
  WEBHOOK_RETRIES,
} from "#lib/domain/deliveries/rules";
import type { WorkResult } from "#lib/domain/deliveries/schema";
import { type EndedAttempt, type Settlement, settle } from "#lib/domain/deliveries/settle";
import { type Health, healthAfter, queueHealthNotice } from "#lib/domain/endpoints/health";
import { removeEndpoint } from "#lib/domain/endpoints/store";
import { lockChangedForm } from "#lib/domain/forms/store";

export type EndedEvent = {
  claim: Claim;
  attempt: Pick<BegunAttempt, "attemptId" | "number" | "trigger" | "startedAt">;
  result: AttemptResult;
  ended: EndedAttempt & { responseStatus: number | null };
  /** When the attempt ended. The next delay is counted from this time. */
  endedAt: Date;
};

/**
 * The result for each status of a delivery after an attempt. `queued`: the other side asked us to
 * wait.
 */
const RESULTS = {
  delivered: "sent",
  retrying: "retried",
  queued: "throttled",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Record<string, WorkResult>;

/**
 * Settles successes of endpoints that were healthy before. They don't change the webhook's row, so
 * many share a statement, and none waits for a webhook's row.
 */
const settleDelivered = batchStatements({
  run: (settlements: readonly Settlement[]) => settle(pool(), settlements, { onlyHealthy: true }),
  maxItems: 64,
  maxRunning: 2,
});

/**
 * Records the end of an attempt together with the delivery's next state and the endpoint's health.
 * A delivery gets no further attempt if its webhook was changed, or its submission was moved to
 * spam since.
 *
 * @returns `lost` if another worker holds it, or it was deleted
 */
export async function settleEvent(event: EndedEvent): Promise<WorkResult> {
  if (event.result.kind === "accepted") {
    const delivered = { status: "delivered", failureReason: null, nextAttemptAt: null } as const;
    if (await settleDelivered(toSettlement(event, delivered))) return RESULTS.delivered;
  }
  const { claim } = event;
  return transaction(async (tx) => {
    const values = [claim.workspaceId, claim.deliveryId];
    const [endpoint] = await queryPrepared(tx, ENDPOINT, { text: HOLD_ENDPOINT, values });
    return endpoint ? settleWith(tx, event, endpoint) : "lost";
  });
}

type Endpoint = {
  id: string;
  formId: string;
  health: Health["health"];
  failuresInRow: number;
  failingSince: Date | null;
  /** The service that created a destination. */
  source: string | null;
  name: string;
  isCurrent: boolean;
  isSpam: boolean;
};

const ENDPOINT: Columns<Endpoint> = {
  id: "uuid",
  formId: "uuid",
  health: "text",
  failuresInRow: "int4",
  failingSince: "timestamptz",
  source: "text",
  name: "text",
  isCurrent: "bool",
  isSpam: "bool",
};

/*
 * Locks the form and then the webhook until the transaction ends, in the same order as saving a webhook.
 * $1 the workspace, $2 the delivery.
 */
const HOLD_ENDPOINT = `
WITH form AS MATERIALIZED (
  SELECT f.workspace_id, f.id FROM deliveries d
  JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.id = d.webhook_id
  JOIN forms f ON f.workspace_id = d.workspace_id AND f.id = w.form_id
  WHERE d.workspace_id = $1 AND d.id = $2 FOR NO KEY UPDATE OF f
)
SELECT w.id, w.form_id AS "formId", w.health,
  w.failures_in_row AS "failuresInRow", w.failing_since AS "failingSince",
  w.source, w.name,
  w.deleted_at IS NULL AND (w.revision = d.revision OR NOT w.is_form_webhook) AS "isCurrent",
  coalesce(s.folder = 'spam', false) AS "isSpam"
FROM form JOIN webhooks w ON w.workspace_id = form.workspace_id AND w.form_id = form.id
JOIN deliveries d ON d.workspace_id = w.workspace_id AND d.id = $2 AND d.webhook_id = w.id
LEFT JOIN submissions s ON s.workspace_id = d.workspace_id AND s.id = d.submission_id
FOR NO KEY UPDATE OF w`;

type NextState = {
  status: keyof typeof RESULTS;
  failureReason: string | null;
  nextAttemptAt: Date | null;
};

function nextState(
  { attempt, result, endedAt }: EndedEvent,
  { isCurrent, isSpam }: Endpoint,
): NextState {
  const series = { startedAt: attempt.startedAt, attempts: attempt.number, mayHaveArrived: false };
  const isOnce = attempt.trigger === "manual" || attempt.trigger === "test";
  const policy = isOnce ? WEBHOOK_ONCE : WEBHOOK_RETRIES;
  const next = nextDeliveryState(result, series, policy, endedAt);
  if (next.status === "delivered") return { ...next, status: "delivered", failureReason: null };
  if (next.nextAttemptAt === null) {
    const failureReason = result.kind === "rejected" ? "endpoint_gone" : "attempts_exhausted";
    return { status: "failed", failureReason, nextAttemptAt: null };
  }
  if (isCurrent && !isSpam) {
    const isThrottled = result.kind === "throttled" && next.status === "queued";
    const status = isThrottled ? "queued" : "retrying";
    return { status, failureReason: null, nextAttemptAt: next.nextAttemptAt };
  }
  const failureReason = isCurrent ? "moved_to_spam" : "revision_changed";
  return { status: "cancelled", failureReason, nextAttemptAt: null };
}

/** An attempt that only showed that we have to wait isn't kept. */
function toSettlement(
  { claim, attempt, result, ended, endedAt: now }: EndedEvent,
  next: NextState,
): Settlement {
  const kept = result.kind === "throttled" && next.nextAttemptAt !== null ? null : ended;
  return { claim, attemptId: attempt.attemptId, attempt: kept, ...next, now };
}

async function settleWith(tx: Db, event: EndedEvent, endpoint: Endpoint): Promise<WorkResult> {
  const next = nextState(event, endpoint);
  const [isRecorded] = await settle(tx, [toSettlement(event, next)]);
  if (!isRecorded) return "lost";
  // An attempt with an earlier configuration shows nothing about the current one.
  if (!endpoint.isCurrent || event.result.kind === "throttled") return RESULTS[next.status];
  const ctx = mintContext(event.claim.workspaceId, { kind: "system" }, event.endedAt);
  if (endpoint.source !== null && event.ended.responseStatus === 410)
    await removeUnsubscribed(tx, ctx, endpoint);
  else await saveHealth(tx, ctx, event, endpoint);
  return RESULTS[next.status];
}

/** A service that created a destination deletes it by responding with 410 (REST hooks). */
async function removeUnsubscribed(
  tx: Db,
  ctx: Context,
  { id, formId, name, source }: Endpoint,
): Promise<void> {
  await removeEndpoint(tx, ctx, id);
  const details = { name, source, reason: "410" };
  const subject = await lockChangedForm(tx, ctx, formId);
  await recordAudit(tx, ctx, { action: "destination.deleted", subject, details });
}

async function saveHealth(
  tx: Db,
  ctx: Context,
  { ended, result }: EndedEvent,
  endpoint: Endpoint,
): Promise<void> {
  const { workspaceId, now } = ctx;
  const isGone = result.kind === "rejected";
  const attempt = { outcome: ended.outcome, isGone };
  const { health, failuresInRow, failingSince } = healthAfter(endpoint, attempt, now);
  await tx.webhook.updateMany({
    where: { workspaceId, id: endpoint.id, deletedAt: null },
    data: { health, failuresInRow, failingSince },
  });
  const isFirst = endpoint.health === "unknown" && health === "healthy";
  if (health !== endpoint.health && health !== "unknown" && !isFirst)
    await queueHealthNotice(tx, ctx, { webhookId: endpoint.id, health, isGone });
  // Intake caches whether the endpoint is suspended; a new version of the form makes it reload
  // that.
  if ((health === "suspended") !== (endpoint.health === "suspended"))
    await tx.form.updateMany({
      where: { workspaceId, id: endpoint.formId },
      data: { updatedAt: now },
    });
}
