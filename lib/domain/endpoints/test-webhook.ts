import { type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { DAY_SECONDS } from "#lib/core/durations";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { dueNow } from "#lib/domain/deliveries/queue";
import { eventOf } from "#lib/domain/endpoints/events";
import { makeTestBody } from "#lib/domain/endpoints/plan-events";
import type { WebhookTest } from "#lib/domain/endpoints/schema";
import {
  type DestinationId,
  lockWebhook,
  testBucket,
  toEndpoint,
  type WebhookRow,
} from "#lib/domain/endpoints/store";
import { requireForm } from "#lib/domain/forms/store";
import { trySpendQuota } from "#lib/domain/usage/quota";

const MAX_TESTS_PER_DAY = 100;
const GAP_SECONDS = 60;

/**
 * Queues a test for a form's webhook or a destination, even while it's disabled. It gets one attempt.
 *
 * @throws {AppError} not_found, webhook_not_configured; webhook_test_cooldown within a minute of the
 *   workspace's previous test of the host, and after 100 in 24 hours
 */
export async function testWebhook(
  ctx: Context,
  formId: string,
  destinationId: DestinationId = null,
): Promise<WebhookTest> {
  return transaction(async (tx) => {
    const webhook = await lockWebhook(tx, ctx, formId, destinationId);
    const { kind } = toEndpoint(webhook);
    const form = await requireForm(tx, ctx, formId);
    await countTest(tx, ctx, webhook);
    const eventId = newId();
    const deliveryId = newId();
    await tx.delivery.create({
      data: {
        ...eventOf(ctx, webhook),
        ...(await dueNow(tx, ctx)),
        id: deliveryId,
        dedupeKey: eventId,
        kind: "webhook.test",
        seriesTrigger: "test",
        body: makeTestBody(kind, eventId, form, ctx.now),
      },
    });
    return { deliveryId, eventId };
  });
}

/** @throws {AppError} webhook_test_cooldown */
async function countTest(tx: Db, ctx: Context, webhook: WebhookRow): Promise<void> {
  const bucket = testBucket(webhook);
  const quotas = [
    { bucket, max: 1, windowSeconds: GAP_SECONDS },
    { bucket, max: MAX_TESTS_PER_DAY, windowSeconds: DAY_SECONDS },
  ];
  const counted = await trySpendQuota(tx, quotas, ctx.now);
  if ("eventIds" in counted) return;
  throw new AppError(
    "webhook_test_cooldown",
    counted.retryAfterSeconds <= GAP_SECONDS
      ? "You can send one test event per minute to a host. Check the result of the last one."
      : `You can send up to ${MAX_TESTS_PER_DAY} test events to a host in 24 hours.`,
    counted,
  );
}
