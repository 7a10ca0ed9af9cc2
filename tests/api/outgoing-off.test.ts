import { beforeEach, expect, test } from "vitest";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { runReceiverTest } from "#lib/domain/endpoints/test-receiver";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { contextAt } from "#tests/support/factories/factories";
import {
  createEndpoint,
  queueEvent,
  queueTest,
  readEvent,
  readWebhook,
} from "#tests/support/factories/webhook-state";
import { changeSettings } from "#tests/support/setup/change-settings";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

beforeEach(() => changeSettings({ isOutgoingOn: false }));

test("with OUTGOING=off, events and tests end canceled with the reason, without an attempt, and harm no endpoint", async () => {
  const endpoint = await createEndpoint(START);
  const events = [await queueEvent(endpoint, START), await queueTest(endpoint, START)];
  await drainOutbox(createTestClock(START));
  for (const { id } of events)
    expect(await readEvent(id)).toMatchObject({
      status: "cancelled",
      failureReason: "outgoing_off",
      attempts: [],
    });
  expect(receiver.received).toEqual([]);
  expect(await readWebhook(endpoint)).toMatchObject({ health: "healthy", failuresInRow: 0 });
});

test("with OUTGOING=off, the guided test connects nowhere and says why", async () => {
  const endpoint = await createEndpoint(START);
  const ctx = contextAt(endpoint.workspace, START);
  const { passed, checks } = await runReceiverTest(ctx, endpoint.form.id);
  expect(passed).toBe(false);
  expect(checks[0]).toMatchObject({
    status: "fail",
    detail: "Outgoing calls are turned off on this server.",
  });
  expect(new Set(checks.slice(1).map(({ status }) => status))).toEqual(new Set(["skip"]));
  expect(receiver.received).toEqual([]);
});

test("once outgoing calls are on again, the owner can replay what wasn't sent", async () => {
  const endpoint = await createEndpoint(START);
  await queueEvent(endpoint, START);
  await drainOutbox(createTestClock(START));
  changeSettings({ isOutgoingOn: true });
  const period = { from: later(-60).getTime(), to: later(60).getTime() };
  const ctx = contextAt(endpoint.workspace, later(5));
  const input = { ...period, status: "undelivered" as const };
  expect(await replayWebhook(ctx, endpoint.form.id, input)).toEqual({ queued: 1 });
});
