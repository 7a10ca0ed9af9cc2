import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { withClient } from "#lib/adapters/db/with-client";
import { settings } from "#lib/core/settings/settings";
import { holdRestoredEmails } from "#lib/domain/deliveries/hold-restored";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import {
  beginOne,
  emptyOutbox,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const after = (hours: number) => createTestClock(new Date(START.getTime() + hours * HOUR_MS));

beforeEach(emptyOutbox);

const hold = () =>
  withClient(settings().databaseUrl ?? "", (client) => holdRestoredEmails(client, START));

const countEmails = (workspaceId: string) => db().capturedEmail.count({ where: { workspaceId } });

test("an email that was queued in a backup is sent with its key while the provider knows that", async () => {
  const { deliveryId, workspace } = await queueNotification(START);
  const { dedupeKey } = await readDelivery(deliveryId);
  await hold();
  expect(await readDelivery(deliveryId)).toMatchObject({
    status: "retrying",
    attempts: [{ number: 1, outcome: "uncertain" }],
  });
  await drainOutbox(after(22));
  expect(await readDelivery(deliveryId)).toMatchObject({
    status: "sent",
    dedupeKey,
    attempts: [{ outcome: "uncertain" }, { number: 2, outcome: "sent" }],
  });
  expect(await countEmails(workspace.id)).toBe(1);
});

test("an email that was queued in an old backup is uncertain instead of sent again", async () => {
  const { deliveryId, workspace } = await queueNotification(START);
  await hold();
  await drainOutbox(after(24));
  expect(await readDelivery(deliveryId)).toMatchObject({ status: "uncertain", entry: null });
  expect(await countEmails(workspace.id)).toBe(0);
});

test.each([
  ["whose attempt was open in a backup ends like that of a killed worker", "sending", beginOne],
  ["that was sent stays as it is", "sent", (now: Date) => drainOutbox(createTestClock(now))],
])("an email %s", async (_, status, work) => {
  const { deliveryId } = await queueNotification(START);
  await work(START);
  const before = await readDelivery(deliveryId);
  await hold();
  expect(await readDelivery(deliveryId)).toEqual(before);
  expect(before.status).toBe(status);
});
