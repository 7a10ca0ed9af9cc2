import type { Page } from "playwright/test";
import { openInbox, openMessage } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { listDeliveries, readWebhook, saveWebhook } from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const path = (formId: string) => `/forms/${formId}/integrations/webhook`;
const row = (page: Page, event: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: event });

async function finalDelivery(owner: Owner, formId: string, status: string) {
  return eventually(`a delivery that is ${status}`, async () =>
    (await listDeliveries(owner, formId)).find((one) => one.status === status),
  );
}

test("rotating a secret counts the losses, shows the new one once, and ends the old one", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  const { signingSecret, revision } = await saveWebhook(owner, form.id, receiver.url);
  receiver.reply(answer(500));
  await sendMessage(owner.baseUrl, form, { message: "Waits" });
  await finalDelivery(owner, form.id, "retrying");
  await page.goto(path(form.id));
  await page.getByText("Edit endpoint", { exact: true }).click();
  await page.getByRole("switch", { name: "Send events" }).click();
  await expect(page.getByText("Saving cancels 1 waiting event for")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("This cancels 1 waiting event.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByRole("heading", { name: "New signing secret" })).toBeFocused();
  const secret = (await page.getByText(SECRET).textContent()) ?? "";
  expect(secret).not.toBe(signingSecret);
  await page.getByLabel("I’ve stored the signing secret").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(row(page, "submission.created")).toContainText("Canceled");
  await expect(page.getByText(secret)).toHaveCount(0);
  expect((await readWebhook(owner, form.id))?.revision).not.toBe(revision);
});

test("a failed webhook test shows why and can be sent again after the countdown", async ({
  dashboard: page,
  connected: form,
  receiver,
}) => {
  receiver.reply(answer(500, '<script>window.hacked=1</script>{"error":"no database"}'));
  await page.goto(path(form.id));
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(row(page, "webhook.test")).toContainText(/^Failedstatus 500.*Test event.*\d+ ms/);
  await expect(
    page.getByRole("button", { name: /^Send test event available in \d+s$/ }),
  ).toBeVisible();
  await row(page, "webhook.test").getByRole("link").click();
  await expect(page.getByText("Rejected (500)")).toBeVisible();
  await expect(page.getByText("The endpoint responded with 500.")).toBeVisible();
  const body = page.getByRole("region", { name: "response to attempt 1" });
  await expect(body).toHaveText('<script>window.hacked=1</script>{"error":"no database"}');
  await expect(page.getByRole("region", { name: "payload" })).toContainText(
    '"type": "webhook.test"',
  );
  await expect(
    page.getByRole("button", { name: /^Retry event \S+ available in \d+s$/ }),
  ).toBeVisible();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("a failed webhook delivery can be retried from the list with the same event ID", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  receiver.reply(answer(410));
  await sendMessage(owner.baseUrl, form, { message: "Once" });
  const failed = await finalDelivery(owner, form.id, "failed");
  receiver.reply(answer(204));
  await page.clock.install({ time: Date.now() });
  await page.goto(path(form.id));
  await expect(page.getByText("The webhook is suspended")).toBeVisible();
  await expect(row(page, "submission.created")).toContainText("The endpoint says that it’s gone");
  // The minute is over for the page, but the service still enforces it.
  await page.clock.fastForward(61_000);
  await row(page, "submission.created")
    .getByRole("button", { name: /^Retry/ })
    .click();
  await expect(page.getByText("Wait a minute after the last attempt")).toBeVisible();
  expect(receiver.received.map(({ id }) => id)).toEqual([failed.eventId]);
});

test("Not spam shows that a suspended webhook didn't get the event, which can then be retried", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  receiver.reply(answer(410));
  await sendMessage(owner.baseUrl, form, { message: "Once" });
  await finalDelivery(owner, form.id, "failed");
  const id = await sendMessage(owner.baseUrl, form, { name: "Ada", botcheck: "filled" });
  await openInbox(page, "/inbox?folder=spam");
  const message = await openMessage(page, "Ada");
  await expect(message.getByText(/The webhook is suspended: fix the endpoint/)).toBeVisible();
  await expect(message.getByRole("link", { name: "Open webhook" })).toBeVisible();
  await message.getByRole("button", { name: "Mark as not spam and send" }).click();
  await expect(
    page.getByText(
      "Marked as not spam. Sending the email now. The webhook is suspended, so its event wasn’t sent.",
    ),
  ).toBeVisible();
  await openInbox(page, `/inbox?message=${id}`);
  await expect(message.getByRole("button", { name: /^Retry event/ })).toBeVisible();
});

test("a delivery's row has the response status, the sender, and the duration, and its page ends with IDs", async ({
  dashboard: page,
  owner,
  connected: form,
}) => {
  await sendMessage(owner.baseUrl, form, { name: "Ada Lovelace", message: "Once" });
  const { id } = await finalDelivery(owner, form.id, "delivered");
  await page.goto(path(form.id));
  await expect(row(page, "submission.created")).toContainText(
    /^Deliveredstatus 204.*Ada Lovelace\d+ ms/,
  );
  await page.goto(`${path(form.id)}/deliveries/${id}`);
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(titles.last(), "IDs come last").toHaveText("IDs");
});

test("an edited endpoint stays open with its error, and by keyboard", async ({
  dashboard: page,
  connected: form,
}) => {
  await page.goto(path(form.id));
  const url = page.getByLabel("Endpoint URL");
  const edit = page.locator("summary", { hasText: "Edit endpoint" });
  await expect(edit).toBeVisible();
  await expect(url).toBeHidden();
  await edit.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(url).toBeFocused();
  await url.fill("http://example.com");
  await page.keyboard.press("Enter");
  await expect(url).toHaveAccessibleDescription(/Must be an HTTPS URL/);
  await page.reload();
  await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
  await expect(url).toHaveValue("http://example.com");
});

test("deleting a webhook shows how many deliveries are deleted with it", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  for (const message of ["one", "two"]) await sendMessage(owner.baseUrl, form, { message });
  await receiver.receivedCount(2);
  await page.goto(path(form.id));
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("its signing secret, and 2 deliveries");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/integrations`);
  await expect(page.getByRole("heading", { name: "Add an integration" })).toBeVisible();
  expect(await readWebhook(owner, form.id)).toBeNull();
});
