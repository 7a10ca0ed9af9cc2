import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acceptedId, type Post, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { receiveAt } from "#tests/support/twins/test-clock";

const START = Date.parse("2026-11-21T10:00:00Z");

// The clock only moves when a test sets it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

async function passTo(ms: number): Promise<void> {
  vi.setSystemTime(ms);
  await receiveAt(new Date(ms));
}

/** Sends the same post to a new form, once at START and once after each delay. */
async function postedAt(post: Post, ...afterMs: number[]): Promise<Response[]> {
  const form = await createForm(await createWorkspace());
  const answers: Response[] = [];
  for (const ms of [0, ...afterMs]) {
    await passTo(START + ms);
    answers.push(await postVisit(form.publicKey, post));
  }
  return answers;
}

test("an idempotency key expires after exactly 24 hours", async () => {
  const post = { json: { message: "once" }, headers: { "idempotency-key": "order-1" } };
  const answers = await postedAt(post, 24 * 3_600_000 - 1, 24 * 3_600_000);
  expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([
    null,
    "true",
    null,
  ]);
  const [first, repeat, second] = await Promise.all(answers.map(acceptedId));
  expect(repeat).toBe(first);
  expect(second).not.toBe(first);
});

test("a repeated plain HTML post is deduplicated for exactly 15 seconds", async () => {
  const answers = await postedAt({ form: { message: "hello" } }, 14_999, 15_000);
  expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([
    null,
    "true",
    null,
  ]);
});

test("an idempotency key for a submission with files expires after exactly 24 hours", async () => {
  const workspace = await createWorkspace();
  const uploads = { enabled: true, retentionDays: 1 };
  const form = await createForm(workspace, { settings: { uploads } });
  const post = {
    multipart: [{ name: "file", filename: "a.txt", content: "text" }],
    headers: { accept: "application/json", "idempotency-key": "with-file" },
  };
  const answers: Response[] = [];
  for (const ms of [0, 24 * 3_600_000 - 1, 24 * 3_600_000]) {
    await passTo(START + ms);
    answers.push(await postVisit(form.publicKey, post));
  }
  expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([
    null,
    "true",
    null,
  ]);
});
