import { expect, test } from "#tests/e2e/support/test";
import {
  addDestination,
  listDestinations,
  readWebhook,
} from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

const path = (formId: string) => `/forms/${formId}/integrations`;

test("a pasted URL is recognized, added, and tested", async ({
  dashboard: page,
  connected: form,
  receiver,
}) => {
  await page.goto(path(form.id));
  await page.getByLabel("URL").fill("https://discord.com/channels/1/2");
  await expect(page.getByText("This is a Discord URL.")).toBeVisible();
  await page.getByRole("button", { name: "Add and send a test" }).click();
  await expect(page.getByLabel("URL")).toHaveAccessibleDescription(/Must be a Discord URL/);
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Name").fill("CRM");
  await page.getByRole("button", { name: "Add and send a test" }).click();
  await page.getByLabel("I’ve stored the signing secret").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "CRM" })).toBeVisible();
  await receiver.receivedCount(1);
  expect(receiver.received[0]?.body).toContain("webhook.test");
  await expect(page.getByText("Delivered")).toBeVisible();
});

test("a test that fails shows the response, and can be sent again from the destination's page", async ({
  dashboard: page,
  connected: form,
  receiver,
}) => {
  receiver.reply(answer(410));
  await page.goto(path(form.id));
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Name").fill("CRM");
  await page.getByRole("button", { name: "Add and send a test" }).click();
  await page.getByLabel("I’ve stored the signing secret").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("410 response")).toBeVisible();
  await page.getByRole("link", { name: "CRM", exact: true }).click();
  await expect(page.getByText("This destination is suspended")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send test to CRM/ })).toBeVisible();
});

test("a destination can be turned off, given conditions, and removed with Undo", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await addDestination(owner, form.id, { kind: "webhook", url: receiver.url, name: "CRM" });
  await page.goto(path(form.id));
  await page.getByRole("switch", { name: "Send messages to CRM" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("switch", { name: "Send messages to CRM" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeHidden();
  await page.getByRole("link", { name: "CRM", exact: true }).click();
  await page.getByLabel("What it gets").selectOption("Messages that match all");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("If the field")).toHaveAccessibleDescription(/1 to 100 characters/);
  await page.getByLabel("If the field").fill("topic");
  await page.getByLabel("Value").fill("sales");
  await expect(page.getByText("There are no messages to try this on yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await sendMessage(owner.baseUrl, form, { topic: "Other" });
  await sendMessage(owner.baseUrl, form, { topic: "Sales" });
  await receiver.receivedCount(1);
  expect(receiver.received[0]?.body).toContain("Sales");
  await page.reload();
  await expect(page.getByText("1 of the latest 2 messages would have been sent.")).toBeVisible();
  await page.goto(path(form.id));
  await expect(page.getByText("Messages where topic is “sales”")).toBeVisible();
  await page.getByRole("button", { name: "Remove CRM" }).click();
  await expect(page.getByRole("heading", { name: "CRM" })).toBeHidden();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("heading", { name: "CRM" })).toBeVisible();
  await page.getByRole("button", { name: "Remove CRM" }).click();
  await page.getByRole("button", { name: /^Dismiss/ }).click();
  await eventually("the destination is deleted", async () =>
    (await listDestinations(owner, form.id)).length === 0 ? true : undefined,
  );
});

test("the webhook's field leads to the list for a chat's URL", async ({
  dashboard: page,
  owner,
  connected: form,
}) => {
  await page.goto(`${path(form.id)}/webhook`);
  await page.getByText("Edit endpoint", { exact: true }).click();
  await page.getByLabel("Endpoint URL").fill("https://hooks.slack.com/services/T0/B0/x");
  await expect(page.getByText("This is a Slack URL.")).toBeVisible();
  const before = await readWebhook(owner, form.id);
  await page
    .getByRole("main")
    .getByRole("link", { name: "Integrations", exact: true })
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`${path(form.id)}$`));
  expect(await readWebhook(owner, form.id)).toEqual(before);
});

test("the first URL of an app becomes the form's webhook, which is one kind in the list", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(path(form.id));
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("button", { name: "Add and send a test" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await receiver.receivedCount(1);
  await page.getByLabel("I’ve stored the signing secret").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("link", { name: "Run guided test" })).toBeVisible();
  expect((await readWebhook(owner, form.id))?.url).toBe(receiver.url);
  expect(await listDestinations(owner, form.id)).toEqual([]);
  await page.goto(path(form.id));
  await expect(page.getByRole("heading", { name: "Webhook", exact: true })).toBeVisible();
  await page.getByRole("switch", { name: "Send messages to Webhook" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  expect((await readWebhook(owner, form.id))?.enabled).toBe(false);
  await page.getByRole("button", { name: "Remove Webhook" }).click();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByRole("button", { name: "Remove Webhook" }).click();
  await page
    .getByRole("button", { name: /^Dismiss/ })
    .last()
    .click();
  await eventually("the webhook is deleted", async () =>
    (await readWebhook(owner, form.id)) === null ? true : undefined,
  );
});

test("a message shows where it went", async ({ dashboard: page, owner, form, receiver }) => {
  const input = { kind: "webhook", url: receiver.url, name: "CRM" };
  await addDestination(owner, form.id, input);
  const id = await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await receiver.receivedCount(1);
  await page.goto(`/inbox/${id}`);
  const event = page.getByRole("link", { name: /CRM/ });
  await event.click();
  await expect(page.getByRole("heading", { name: "Attempts" })).toBeVisible();
  await expect(page.getByText("All deliveries")).toBeVisible();
});
