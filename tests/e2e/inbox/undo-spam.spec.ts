import { openInbox, openMessage, row } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { listDeliveries } from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

test("a move to spam cancels what still waits to be sent about the message, and Undo sends it @matrix", async ({
  dashboard: page,
  owner,
  connected,
  receiver,
}) => {
  const isNow = (wanted: string) =>
    eventually(`a ${wanted} event`, async () =>
      (await listDeliveries(owner, connected.id)).find(({ status }) => status === wanted),
    );
  receiver.replyNext(answer(500));
  await sendMessage(owner.baseUrl, connected, { name: "Ada", message: "From Ada" });
  await isNow("retrying");
  await openInbox(page);
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Spam", exact: true }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await isNow("cancelled");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Ada")).toBeVisible();
  await isNow("delivered");
  const [first, second] = receiver.received;
  expect([receiver.received.length, second?.id]).toEqual([2, first?.id]);
});
