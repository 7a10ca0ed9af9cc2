import { beforeEach, expect, test } from "vitest";
import { transaction } from "#lib/adapters/db/database";
import { simulateBounce } from "#lib/domain/emails/report-email";
import { addProvenRecipient } from "#lib/domain/recipients/add-recipient";
import { restoreSubmission } from "#lib/domain/submissions/mark-not-spam";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { emptyOutbox, findNotification } from "#tests/support/factories/outbox-state";

beforeEach(emptyOutbox);

/** A form whose recipient's address bounced while a second message's notification was queued. */
async function setUp() {
  const { workspace, ctx, recipient, form } = await createOwnForm();
  await submitTo(form);
  await drainOutbox();
  const queuedId = await submitTo(form);
  await simulateBounce(ctx, (await findNotification(workspace)).id);
  await updateSubmission(ctx, queuedId, { folder: "spam" });
  const spamId = await submitTo(form, { message: "Caught", botcheck: "x" });
  const confirm = () => transaction((tx) => addProvenRecipient(tx, ctx, recipient.email));
  const restore = async (id: string) => (await restoreSubmission(ctx, id)).queued;
  const deliveries = async (id: string) => (await getSubmission(ctx, id)).deliveries;
  return { queuedId, spamId, confirm, restore, deliveries };
}

test("restoring a message from spam queues no email to an address that bounced", async () => {
  const { spamId, restore, deliveries } = await setUp();
  expect(await restore(spamId)).toMatchObject({ emails: 0 });
  expect(await deliveries(spamId)).toEqual([]);
});

test("restoring a message whose email a bounce canceled queues none, even once the address is confirmed again", async () => {
  const { queuedId, spamId, confirm, restore, deliveries } = await setUp();
  await confirm();
  expect(await restore(queuedId)).toMatchObject({ emails: 0 });
  expect(await deliveries(queuedId)).toMatchObject([{ status: "cancelled" }]);
  expect(await restore(spamId)).toMatchObject({ emails: 1 });
});
