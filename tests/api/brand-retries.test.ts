import { expect, test } from "vitest";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { brandWorkspace } from "#tests/support/factories/brand-factories";
import { askForReply, createAutoReplyForm } from "#tests/support/factories/reply-factories";
import { PNG } from "#tests/support/factories/sample-files";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const live = setUpLiveEmail(1000);

test("a retry sends the bytes of the first attempt, whatever has happened to the brand since", async () => {
  const { workspace, form } = await createAutoReplyForm({ now: START });
  const { logoUrl } = await brandWorkspace(workspace, {}, PNG);
  await askForReply(form, "ada@example.com", START);
  const clock = createTestClock(START);
  live.twin.answerNext("break-in-answer");
  await drainOutbox(clock);
  await brandWorkspace(workspace, { name: "Other Ltd", color: "#a3195b" }, "remove");
  clock.advance(HOUR_MS);
  await drainOutbox(clock);
  const [first, second] = live.twin.received;
  expect(second?.body).toBe(first?.body);
  expect(first?.body).toContain(logoUrl);
  expect(JSON.parse(first?.body ?? "{}").from).toMatch(/^"Birch & Co" </);
});

test("a change before an email is sent counts for it", async () => {
  const { workspace, form } = await createAutoReplyForm({ now: START });
  await askForReply(form, "ada@example.com", START);
  await brandWorkspace(workspace);
  await drainOutbox(createTestClock(START));
  expect(JSON.parse(live.twin.received[0]?.body ?? "{}").from).toMatch(/^"Birch & Co" </);
});
