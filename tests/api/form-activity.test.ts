import { expect, test } from "vitest";
import { ACTIVITY_DAYS, listFormActivity } from "#lib/submissions/count-submissions";
import {
  contextAt,
  createForm,
  createOwnForm,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

const NOW = new Date("2026-10-25T00:30:00.000Z");
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
const ago = (perDay: readonly number[] | undefined) => [...(perDay ?? [])].reverse();

test("counts messages per form and 24-hour period, excluding spam", async () => {
  const workspace = await createWorkspace();
  const [busy, quiet] = [await createForm(workspace), await createForm(workspace)];
  for (const hours of [0, 23.9, 24.1, 25, 29 * 24, 30 * 24 - 1, 30 * 24 + 1])
    await createSubmission(workspace, busy, { receivedAt: hoursAgo(hours), folder: "archive" });
  await createSubmission(workspace, busy, { receivedAt: hoursAgo(1), folder: "spam" });
  await createSubmission(workspace, quiet, { receivedAt: hoursAgo(2000), folder: "spam" });
  const found = await listFormActivity(contextAt(workspace, NOW), [busy.id, quiet.id]);
  expect(ago(found.get(busy.id)?.perDay)).toEqual([2, 2, ...Array(27).fill(0), 2]);
  expect(found.get(busy.id)?.lastReceivedAt).toBe(NOW.getTime());
  expect(found.get(quiet.id)?.perDay).toEqual(Array(ACTIVITY_DAYS).fill(0));
  expect(found.get(quiet.id)?.lastReceivedAt).toBe(hoursAgo(2000).getTime());
});

test("a form without messages has no last message time", async () => {
  const { workspace, form } = await createOwnForm();
  const found = await listFormActivity(contextAt(workspace, NOW), [form.id]);
  expect(found.get(form.id)).toEqual({
    perDay: Array(ACTIVITY_DAYS).fill(0),
    lastReceivedAt: null,
  });
});

test("a message dated slightly in the future counts for the last 24 hours", async () => {
  const { workspace, form } = await createOwnForm();
  await createSubmission(workspace, form, { receivedAt: hoursAgo(-0.1) });
  const found = await listFormActivity(contextAt(workspace, NOW), [form.id]);
  expect(found.get(form.id)?.perDay.at(-1)).toBe(1);
});
