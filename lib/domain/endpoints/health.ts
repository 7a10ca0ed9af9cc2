import { byId, type Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { DAY_MS, DAY_SECONDS } from "#lib/core/durations";
import { log } from "#lib/core/telemetry/log";
import { queueOwnerEmails } from "#lib/domain/deliveries/queue";
import { trySpendQuota } from "#lib/domain/usage/quota";

const FAILING_AFTER = 3;
const SUSPENDED_AFTER_FAILURES = 10;
const SUSPENDED_AFTER_MS = 5 * DAY_MS;

/** An endpoint's health since it last accepted an event. */
export type Health = {
  health: "unknown" | "healthy" | "failing" | "suspended";
  /** The number of consecutive failed attempts, and when the first of them was. */
  failuresInRow: number;
  failingSince: Date | null;
};

/** The state after a success, and after every save of the webhook. */
export const HEALTHY: Health = {
  health: "healthy",
  failuresInRow: 0,
  failingSince: null,
};

/**
 * Returns the health of an endpoint after an attempt. It's failing from the third consecutive failed
 * attempt on, of one delivery or of several. Any success restores it; only a success or a save ends a
 * suspension. An interrupted attempt isn't the endpoint's failure.
 *
 * @param attempt.isGone - whether it will never accept anything again
 */
export function healthAfter(
  before: Health,
  { outcome, isGone }: { outcome: string; isGone: boolean },
  at: Date,
): Health {
  if (outcome === "succeeded") return HEALTHY;
  const isFailure = outcome !== "interrupted";
  const failingSince = isFailure ? (before.failingSince ?? at) : before.failingSince;
  const failuresInRow = before.failuresInRow + (isFailure ? 1 : 0);
  const counts = { failuresInRow, failingSince };
  const failingMs = failingSince ? at.getTime() - failingSince.getTime() : 0;
  const isDead = failuresInRow >= SUSPENDED_AFTER_FAILURES && failingMs >= SUSPENDED_AFTER_MS;
  if (before.health === "suspended" || isGone || isDead) return { health: "suspended", ...counts };
  return { health: failuresInRow >= FAILING_AFTER ? "failing" : before.health, ...counts };
}

/** The maximum number of notices in 24 hours about an endpoint that keeps failing and recovering. */
const MAX_NOTICES_PER_DAY = 6;

type Change = {
  webhookId: string;
  health: Exclude<Health["health"], "unknown">;
  isGone: boolean;
};

/**
 * Queues an email to every owner when an endpoint's health changes, in the transaction that changes it.
 */
export async function queueHealthNotice(
  tx: Db,
  ctx: Context,
  { webhookId, health, isGone }: Change,
): Promise<void> {
  const endpoint = await tx.webhook.findUnique({
    where: byId(ctx, webhookId),
    select: {
      url: true,
      name: true,
      isFormWebhook: true,
      form: { select: { id: true, name: true } },
    },
  });
  if (!endpoint) return;
  const bucket = `webhook-notice:${webhookId}`;
  const quota = { bucket, max: MAX_NOTICES_PER_DAY, windowSeconds: DAY_SECONDS };
  if ("retryAfterSeconds" in (await trySpendQuota(tx, [quota], ctx.now))) {
    log().warn({ webhookId, health }, "webhook health changes too often to send notices");
    return;
  }
  const { url, form } = endpoint;
  await queueOwnerEmails(tx, ctx, (workspaceName) => ({
    kind: "webhook_notice",
    workspaceName,
    formId: form.id,
    formName: form.name,
    host: new URL(url).hostname,
    health,
    isGone,
    destination: endpoint.isFormWebhook ? null : endpoint.name,
  }));
}
