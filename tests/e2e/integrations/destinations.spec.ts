import type { Page } from "playwright/test";
import { save } from "#tests/e2e/support/editors";
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
  await save(page);
  await expect(page.getByLabel("If the field")).toHaveAccessibleDescription(/1 to 100 characters/);
  await page.getByLabel("If the field").fill("topic");
  await page.getByLabel("Value").fill("sales");
  await expect(page.getByText("There are no messages to try this on yet.")).toBeVisible();
  await save(page);
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

const KEY = "gateway-key-q7Zx";

async function openHeaders(page: Page): Promise<void> {
  await page.getByText("Advanced options", { exact: true }).click();
}

test("a webhook's header is entered once, arrives with each event, and is needed again for a new host", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  await page.goto(`${path(form.id)}/webhook`);
  await page.getByText("Edit endpoint", { exact: true }).click();
  await openHeaders(page);
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Host");
  await page.getByLabel("Value", { exact: true }).fill(KEY);
  await save(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(
    "Must not be a reserved name.",
  );
  await expect(page.getByLabel("Value", { exact: true })).toHaveValue(KEY);
  await page.getByLabel("Name", { exact: true }).fill("X-Api-Key");
  await save(page);
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("New value")).toHaveAccessibleDescription(
    "Leave empty to keep …q7Zx",
  );
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await receiver.receivedCount(1);
  expect(receiver.received[0]?.headers["x-api-key"]).toBe(KEY);

  await page.reload();
  expect(await page.content()).not.toContain(KEY);
  await page.getByText("Edit endpoint", { exact: true }).click();
  await page.getByLabel("Endpoint URL").fill("https://other.example.org/hook");
  await save(page);
  await expect(page.getByLabel("New value")).toHaveAccessibleDescription(
    /Is needed again, because the URL has a new host\.$/,
  );
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByLabel("Endpoint URL")).toHaveValue(receiver.url);
  await sendMessage(owner.baseUrl, form, { message: "Hello again" });
  await receiver.receivedCount(2);
  expect(receiver.received[1]?.headers["x-api-key"]).toBe(KEY);
});

test("a destination's header comes with its test, can be replaced, and goes when it's removed", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await addDestination(owner, form.id, { kind: "webhook", url: receiver.url, name: "CRM" });
  await page.goto(path(form.id));
  await page.getByRole("link", { name: "CRM", exact: true }).click();
  await openHeaders(page);
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByRole("textbox", { name: "Name" }).last().fill("Authorization");
  await page.getByLabel("Value", { exact: true }).fill("Bearer first");
  await save(page);
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("button", { name: /^Send test to CRM/ }).click();
  await receiver.receivedCount(1);
  await page.getByLabel("New value").fill("Bearer second");
  await save(page);
  await expect(page.getByLabel("New value")).toHaveValue("");
  await expect(page.getByLabel("New value")).toHaveAccessibleDescription(/…cond$/);
  await sendMessage(owner.baseUrl, form, { message: "1" });
  await receiver.receivedCount(2);
  await page.getByRole("button", { name: "Remove Authorization" }).click();
  await save(page);
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();
  await sendMessage(owner.baseUrl, form, { message: "2" });
  await receiver.receivedCount(3);
  const sent = receiver.received.map(({ headers }) => headers.authorization);
  expect(sent).toEqual(["Bearer first", "Bearer second", undefined]);
});
