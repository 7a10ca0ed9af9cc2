import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { seedDemo } from "#lib/entry/operations/demo/seed-demo";
import { setUpLiveEmail } from "#tests/support/twins/live-email";

const live = setUpLiveEmail();

test("the demo's messages are as old as they seem, and send no email in live mode", async () => {
  const now = new Date();
  await seedDemo("a published password", now);
  const oldest = await db().submission.findFirstOrThrow({ orderBy: { receivedAt: "asc" } });
  expect(oldest.receivedAt.getTime()).toBe(now.getTime() - 150 * 3_600_000);
  const forms = await db().form.findMany({ include: { recipients: true } });
  expect(forms.map(({ recipients }) => recipients.length > 0)).toEqual([true, true]);
  await drainOutbox();
  expect(live.twin.received).toEqual([]);
});
