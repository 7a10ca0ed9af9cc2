import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { type Db, transaction } from "#lib/db/database";
import { dueNow } from "#lib/deliveries/queue";
import { requireForm } from "#lib/forms/store";
import { eventOf } from "#lib/webhooks/events";
import { makeTestBody } from "#lib/webhooks/plan-events";
import type { WebhookTest } from "#lib/webhooks/schema";
import {
  type DestinationId,
  lockWebhook,
  requireConfigured,
  toEndpoint,
} from "#lib/webhooks/store";

/** Tests of one form's webhook in this period, besides one per minute. */
export const MAX_TESTS_PER_DAY = 100;
export const TEST_PERIOD_MS = 86_400_000;
const TEST_GAP_MS = 60_000;

/**
 * Milliseconds until another test can be sent; 0 when it can be sent now.
 *
 * @param earlier - when tests were sent in the last 24 hours, newest first
 */
export function testWaitMs(earlier: readonly Date[], now: Date): number {
  const [last] = earlier;
  const oldest = earlier[MAX_TESTS_PER_DAY - 1];
  const free = [
    last ? last.getTime() + TEST_GAP_MS : 0,
    oldest ? oldest.getTime() + TEST_PERIOD_MS : 0,
  ];
  return Math.max(0, Math.max(...free) - now.getTime());
}

/**
 * Queues a test for a form's webhook or a destination, even while it's disabled. It gets one attempt.
 *
 * @throws {AppError} not_found, webhook_not_configured; webhook_test_cooldown within a minute of the
 *   previous test, and after 100 in 24 hours
 */
export async function testWebhook(
  ctx: Context,
  formId: string,
  destinationId: DestinationId = null,
): Promise<WebhookTest> {
  return transaction(async (tx) => {
    const found = await lockWebhook(tx, ctx, formId, destinationId);
    const webhook = requireConfigured(found, destinationId);
    const { kind } = toEndpoint(webhook);
    const form = await requireForm(tx, ctx, formId);
    await countTest(tx, ctx, destinationId ?? formId);
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

/**
 * Counts by destination, or by form, so that deleting and recreating a webhook doesn't reset the limit. The caller holds
 * the webhook's row, so concurrent tests see each other.
 */
async function countTest(tx: Db, ctx: Context, id: string): Promise<void> {
  const bucket = `webhook-test:${id}`;
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
