import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { type Db, transaction } from "#lib/db/database";
import { queueDelivery } from "#lib/deliveries/queue";
import { makeTestEvent } from "#lib/webhooks/events";
import { MAX_TESTS_PER_DAY, TEST_PERIOD_MS, testWaitMs } from "#lib/webhooks/rules";
import type { WebhookTest } from "#lib/webhooks/schema";
import { lockWebhook, requireConfigured } from "#lib/webhooks/store";

/**
 * Queues a test event, also while the webhook is disabled. It is tried once.
 *
 * @throws {AppError} not_found, webhook_not_configured; webhook_test_cooldown within a minute of the
 *   test before, and beyond 100 in 24 hours
 */
export async function testWebhook(ctx: Context, formId: string): Promise<WebhookTest> {
  return transaction(async (tx) => {
    const webhook = requireConfigured(await lockWebhook(tx, ctx, formId));
    await countTest(tx, ctx, formId);
    const eventId = newId();
    const delivery = await tx.webhookDelivery.create({
      data: {
        id: newId(),
        workspaceId: ctx.workspaceId,
        webhookId: webhook.id,
        revision: webhook.revision,
        eventId,
        type: "webhook.test",
        status: "queued",
        seriesTrigger: "test",
        body: makeTestEvent(eventId, formId, ctx.now),
        createdAt: ctx.now,
        nextAttemptAt: ctx.now,
      },
    });
    await queueDelivery(tx, ctx, { deliveryId: delivery.id, webhookId: webhook.id });
    return { deliveryId: delivery.id, eventId };
  });
}

/**
 * Counts by form, so that deleting a webhook and creating it anew gains no tests. The webhook's row
 * is held: of two tests at once the second finds the first.
 */
async function countTest(tx: Db, ctx: Context, formId: string): Promise<void> {
  const bucket = `webhook-test:${formId}`;
  const earlier = await tx.countedEvent.findMany({
    where: { bucket, at: { gt: new Date(ctx.now.getTime() - TEST_PERIOD_MS) } },
    orderBy: { at: "desc" },
    take: MAX_TESTS_PER_DAY,
  });
  const times = earlier.map(({ at }) => at);
  const waitMs = testWaitMs(times, ctx.now);
  if (waitMs > 0)
    throw new AppError(
      "webhook_test_cooldown",
      times.length < MAX_TESTS_PER_DAY
        ? "You can send one test event per minute. Check the result of the last one."
        : `You can send up to ${MAX_TESTS_PER_DAY} test events per webhook in 24 hours.`,
      { retryAfterSeconds: waitMs / 1000 },
    );
  await tx.countedEvent.create({ data: { id: newId(), bucket, at: ctx.now } });
}
