import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { updateForm } from "#lib/forms/update-form";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { contextAt } from "#tests/support/factories/factories";
import { queueNotification } from "#tests/support/factories/outbox-state";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const live = setUpLiveEmail();

const sentSubjects = () => live.twin.received.map(({ body }) => JSON.parse(body).subject);

test("a queued email gets the subject that is saved when it's first attempted, and keeps it", async () => {
  const clock = createTestClock(START);
  const { workspace, formId } = await queueNotification(START);
  const ctx = contextAt(workspace, START);
  await updateForm(ctx, formId, { settings: { subject: "{{form}}: {{ Name }} {{unknown}}" } });
  live.twin.answerNext({ status: 500 });
  await drainOutbox(clock);
  await updateForm(ctx, formId, { settings: { subject: "Changed" } });
  clock.advance(30_000);
  await drainOutbox(clock);
  expect(sentSubjects()).toEqual(["Contact: Ada Lovelace", "Contact: Ada Lovelace"]);
});

test("the saved subject keeps its placeholders", async () => {
  const { workspace, formId } = await queueNotification(START);
  const subject = "{{ name }} {{unknown}}";
  const ctx = contextAt(workspace, START);
  const saved = await updateForm(ctx, formId, { settings: { subject } });
  expect(saved.settings.subject).toBe(subject);
  await drainOutbox(createTestClock(START));
  const row = await db().form.findFirstOrThrow({ where: { id: formId } });
  expect(row.settings).toMatchObject({ subject });
  expect(sentSubjects()).toEqual(["Ada Lovelace"]);
});
