import { type WebhookHttpClient, webhookHttpClient } from "#lib/clients/webhook-http-client";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { decryptSecret } from "#lib/core/secrets";
import { db } from "#lib/db/database";
import { type Clock, systemClock } from "#lib/deliveries/clock";
import { requireForm } from "#lib/forms/store";
import { consume } from "#lib/usage/quota";
import { makeTestEvent } from "#lib/webhooks/events";
import type { Finding, ReceiverCheck, ReceiverTest } from "#lib/webhooks/receiver-checks";
import { RECEIVER_STEPS, type ReceiverTestRun } from "#lib/webhooks/receiver-steps";
import { findWebhook, requireConfigured } from "#lib/webhooks/store";

const WHOLE_TEST_MS = 60_000;
const OUT_OF_TIME = "The test reached its 60-second limit.";

/**
 * Tests the endpoint of a form's webhook, even a disabled one, and yields each check when it is done.
 * Stores no delivery and doesn't change the endpoint's health. Stop reading, or abort `signal`, to end
 * it early; after 60 seconds the remaining checks are skipped.
 *
 * @throws {AppError} not_found, webhook_not_configured, rate_limited; the signal's reason
 */
export async function* testReceiver(
  ctx: Context,
  formId: string,
  options: { signal?: AbortSignal; clock?: Clock; httpClient?: WebhookHttpClient } = {},
): AsyncGenerator<ReceiverCheck, void, void> {
  const { signal: cancelled, clock = systemClock } = options;
  await requireForm(db(), ctx, formId);
  const webhook = requireConfigured(await findWebhook(db(), ctx, formId));
  const { url, sealedSecret } = webhook;
  if (!sealedSecret) throw new Error("a webhook that isn't deleted has a secret");
  // Each test makes four calls to someone else's host.
  await consume(
    [{ bucket: `receiver-test:${formId}`, max: 10, windowSeconds: 60 }],
    ctx.now,
    "Wait a moment before you test this endpoint again.",
  );
  const deadline = clock.deadline(WHOLE_TEST_MS);
  const eventId = newId();
  const test: ReceiverTestRun = {
    url,
    secret: decryptSecret("webhook", webhook, sealedSecret),
    eventId,
    body: makeTestEvent(eventId, formId, clock.now()),
    httpClient: options.httpClient ?? webhookHttpClient(),
    clock,
    signal: cancelled ? AbortSignal.any([cancelled, deadline]) : deadline,
  };
  let blocked: string | null = null;
  try {
    for (const step of RECEIVER_STEPS) {
      const why: string | null = deadline.aborted ? OUT_OF_TIME : blocked;
      const startedAt = performance.now();
      const finding: Finding =
        why === null
          ? await runInTime(() => step.run(test), deadline)
          : { status: "skip", detail: why };
      const durationMs = Math.round(performance.now() - startedAt);
      const check = { id: step.id, title: step.title, ...finding, durationMs };
      if (check.status === "fail" && !step.isOptional)
        blocked = `Skipped until this passes: “${step.title}”.`;
      yield check;
    }
  } finally {
    test.socket?.destroy();
  }
}

async function runInTime(run: () => Promise<Finding>, deadline: AbortSignal): Promise<Finding> {
  try {
    return await run();
  } catch (failure) {
    if (!deadline.aborted) throw failure;
    return { status: "fail", detail: OUT_OF_TIME };
  }
}

/** All checks of {@link testReceiver} together; throws the same errors. A warning passes. */
export async function runReceiverTest(ctx: Context, formId: string): Promise<ReceiverTest> {
  const checks: ReceiverCheck[] = [];
  for await (const check of testReceiver(ctx, formId)) checks.push(check);
  return { passed: checks.every(({ status }) => status !== "fail"), checks };
}
