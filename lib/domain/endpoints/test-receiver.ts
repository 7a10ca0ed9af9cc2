import { db } from "#lib/adapters/db/database";
import {
  type WebhookHttpClient,
  webhookHttpClient,
} from "#lib/adapters/http-calls/webhook-http-client";
import type { Context } from "#lib/core/context";
import { DAY_SECONDS } from "#lib/core/durations";
import { newId } from "#lib/core/ids";
import { decryptSecret } from "#lib/core/secrets";
import { type Clock, systemClock } from "#lib/domain/deliveries/clock";
import { toRequestHeaders } from "#lib/domain/endpoints/custom-headers";
import { makeTestEvent } from "#lib/domain/endpoints/events";
import type {
  CheckResult,
  ReceiverCheck,
  ReceiverTest,
} from "#lib/domain/endpoints/receiver-checks";
import { RECEIVER_STEPS, type ReceiverTestRun } from "#lib/domain/endpoints/receiver-steps";
import { findWebhook, requireConfigured, targetOf } from "#lib/domain/endpoints/store";
import { requireForm } from "#lib/domain/forms/store";
import { spendQuota } from "#lib/domain/usage/quota";

const WHOLE_TEST_MS = 60_000;
/** The maximum number of tests per workspace and host. */
const MAX_TESTS = { perMinute: 10, perDay: 100 };
const OUT_OF_TIME = "The test reached its 60-second limit.";

/**
 * Tests the endpoint of a form's webhook, even a disabled one, and yields each check when it is done.
 * Stores no delivery and doesn't change the endpoint's health. Stop reading to end it early; after 60
 * seconds the remaining checks are skipped.
 *
 * @throws {AppError} not_found, webhook_not_configured, rate_limited
 */
export async function* testReceiver(
  ctx: Context,
  formId: string,
  options: { clock?: Clock; httpClient?: WebhookHttpClient } = {},
): AsyncGenerator<ReceiverCheck, void, void> {
  const { clock = systemClock } = options;
  await requireForm(db(), ctx, formId);
  const webhook = requireConfigured(await findWebhook(db(), ctx, formId));
  const { url, sealedSecret, sealedHeaders } = webhook;
  if (!sealedSecret) throw new Error("a webhook that isn't deleted has a secret");
  // Each test makes four calls to someone else's host.
  const bucket = `receiver-test:${targetOf(webhook)}`;
  await spendQuota(
    [
      { bucket, max: MAX_TESTS.perMinute, windowSeconds: 60 },
      { bucket, max: MAX_TESTS.perDay, windowSeconds: DAY_SECONDS },
    ],
    ctx.now,
    "Wait a moment before you test an endpoint of this host again.",
  );
  const deadline = clock.deadline(WHOLE_TEST_MS);
  const eventId = newId();
  const test: ReceiverTestRun = {
    url,
    secret: decryptSecret("webhook", webhook, sealedSecret),
    headers: toRequestHeaders(webhook, sealedHeaders),
    eventId,
    body: makeTestEvent(eventId, formId, clock.now()),
    httpClient: options.httpClient ?? webhookHttpClient(),
    clock,
    signal: deadline,
  };
  let blocked: string | null = null;
  try {
    for (const step of RECEIVER_STEPS) {
      const why: string | null = deadline.aborted ? OUT_OF_TIME : blocked;
      const startedAt = performance.now();
      const finding: CheckResult =
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

async function runInTime(
  run: () => Promise<CheckResult>,
  deadline: AbortSignal,
): Promise<CheckResult> {
  try {
    return await run();
  } catch (failure) {
    if (!deadline.aborted) throw failure;
    return { status: "fail", detail: OUT_OF_TIME };
  }
}

/** Runs all checks of {@link testReceiver}; throws the same errors. A warning passes. */
export async function runReceiverTest(ctx: Context, formId: string): Promise<ReceiverTest> {
  const checks: ReceiverCheck[] = [];
  for await (const check of testReceiver(ctx, formId)) checks.push(check);
  return { passed: checks.every(({ status }) => status !== "fail"), checks };
}
