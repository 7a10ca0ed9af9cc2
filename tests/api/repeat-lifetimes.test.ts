import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acceptedId, type Post, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { receiveAt } from "#tests/support/twins/test-clock";

const START = Date.parse("2026-11-21T10:00:00Z");
const DAY_MS = 86_400_000;

// The clock only moves when a test sets it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

const REPEATS: [string, number, Post][] = [
  [
    "an idempotency key expires after exactly 24 hours",
    DAY_MS,
    { json: { message: "once" }, headers: { "idempotency-key": "order-1" } },
  ],
  [
    "an idempotency key for a submission with files expires after exactly 24 hours",
    DAY_MS,
    {
      multipart: [{ name: "file", filename: "a.txt", content: "text" }],
      headers: { accept: "application/json", "idempotency-key": "with-file" },
    },
  ],
  [
    "a repeated plain HTML post is deduplicated for exactly 15 seconds",
    15_000,
    { form: { message: "hello" } },
  ],
];

test.each(REPEATS)("%s", async (_title, lifetimeMs, post) => {
  const settings = { uploads: { enabled: true, retentionDays: 1 } };
  const form = await createForm(await createWorkspace(), { settings });
  const answers: Response[] = [];
  for (const ms of [0, lifetimeMs - 1, lifetimeMs]) {
    vi.setSystemTime(START + ms);
    await receiveAt(new Date(START + ms));
    answers.push(await postVisit(form.publicKey, post));
  }
  const replayed = answers.map(({ headers }) => headers.get("idempotent-replayed"));
  expect(replayed).toEqual([null, "true", null]);
  if ("form" in post) return;
  const [first, repeat, second] = await Promise.all(answers.map(acceptedId));
  expect(repeat).toBe(first);
  expect(second).not.toBe(first);
});
