import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { MAX_REPLAYED } from "#lib/domain/endpoints/schema";
import { noteFigures } from "#tests/support/drills/figures";
import { contextAt } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { createEndpoint, type Endpoint } from "#tests/support/factories/webhook-state";
import { START } from "#tests/support/twins/test-clock";

const BATCH = 50;
const TIME_LIMIT_MS = 300_000;
const DAY_MS = 86_400_000;
const PERIOD = { from: START.getTime() - DAY_MS, to: START.getTime() + DAY_MS };

/** 240 KB of text that doesn't compress, near the most that a submission can have. */
const largeFields = () =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`field ${n}`, randomBytes(15_000).toString("base64")]),
  );

/** Stores as many large submissions as one replay may have. */
async function fillForm({ workspace, form }: Endpoint): Promise<void> {
  const options = { receivedAt: START, fields: largeFields() };
  const { id } = await createSubmission(workspace, form, options);
  const row = await db().submission.findFirstOrThrow({ where: { id } });
  for (let stored = 1; stored < MAX_REPLAYED; stored += BATCH) {
    const copies = Array.from({ length: Math.min(BATCH, MAX_REPLAYED - stored) }, () => ({
      ...row,
      id: newId(),
      fields: Object.entries(largeFields()),
    }));
    await db().submission.createMany({ data: copies as never });
  }
}

test("a replay of 1,000 submissions of 240 KB queues them all, as new events and as earlier ones", {
  timeout: TIME_LIMIT_MS,
}, async ({ task }) => {
  const endpoint = await createEndpoint(START);
  await fillForm(endpoint);
  const replay = async (minutes: number) => {
    const startedAt = performance.now();
    const ctx = contextAt(endpoint.workspace, new Date(START.getTime() + minutes * 60_000));
    const replayed = await replayWebhook(ctx, endpoint.form.id, { ...PERIOD, status: "all" });
    return { ...replayed, seconds: (performance.now() - startedAt) / 1_000 };
  };
  const first = await replay(1);
  expect(first.queued).toBe(MAX_REPLAYED);
  const where = { formId: endpoint.form.id };
  await db().delivery.updateMany({
    where: { submission: where },
    data: { status: "failed", dueAt: null, nextAttemptAt: null },
  });
  const second = await replay(3);
  expect(second.queued).toBe(MAX_REPLAYED);
  const deliveries = await db().delivery.groupBy({
    by: ["dedupeKey"],
    where: { submission: where },
    _count: true,
  });
  expect(deliveries.map(({ _count }) => _count)).toEqual(Array(MAX_REPLAYED).fill(2));
  noteFigures(task, {
    drill: "replay of 1,000 submissions of 240 KB",
    tried: "queue them as new events, then again",
    came: `${first.seconds.toFixed(1)} s and ${second.seconds.toFixed(1)} s`,
  });
});
