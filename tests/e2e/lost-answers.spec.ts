import type { Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/owner";
import {
  listDeliveries,
  readForm,
  readRouting,
  readWebhook,
  saveWebhook,
} from "#tests/support/factories/owner-forms";

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** The next thing that is sent arrives and is done; its answer does not come back. */
async function loseNextAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route("**/*", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const alert = (page: Page) => page.getByRole("main").getByRole("alert");

test.beforeEach(({ provoked }) => {
  provoked.push(/Failed to load resource: net::ERR_FAILED/);
});

test("a form whose answer was lost is made once, and the second press leads to it", async ({
  dashboard: page,
  owner,
}) => {
  const { email } = await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel("Name", { exact: true }).fill("Contact");
  await loseNextAnswer(page);
  await press(page, "Create form");
  await expect(alert(page)).toContainText("it is done once, however often you send it");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Contact");
  await expect(page.getByLabel(email)).toBeChecked();
  await press(page, "Create form");
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await page.goto("/forms");
  await expect(page.getByRole("heading", { level: 2, name: "Contact" })).toHaveCount(1);
});

test("after Back the page makes another form, and the list knows both", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms");
  await page.getByRole("link", { name: "New form" }).click();
  for (const name of ["First", "Second"]) {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await press(page, "Create form");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "New form" })).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Second", "First"]);
});

test("what is changed after a lost answer is not dropped in silence", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel("Name", { exact: true }).fill("Contact");
  await loseNextAnswer(page);
  await press(page, "Create form");
  await expect(alert(page)).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Contact us");
  await press(page, "Create form");
  await expect(alert(page)).toContainText("This page has made the form “Contact” already");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Contact us");
});

test("a token whose answer was lost is made once, with a secret that works", async ({
  dashboard: page,
  owner,
}) => {
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill("CRM import");
  await page.getByLabel("forms:read").check();
  await loseNextAnswer(page);
  await press(page, "Create token");
  await expect(alert(page)).toContainText("No answer came");
  await press(page, "Create token");
  const secret = (await page.getByText(/^fis_stg_\w{46}$/).textContent()) ?? "";
  const authorization = `Bearer ${secret}`;
  expect((await fetch(`${owner.baseUrl}/v1/token`, { headers: { authorization } })).status).toBe(
    200,
  );
  await page.goto("/tokens");
  await expect(page.getByRole("button", { name: /^Revoke/ })).toHaveCount(1);
});

test("a webhook whose answer was lost is made once, and its secret is shown all the same", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/webhook`);
  await page.getByLabel("Receiver").fill(receiver.url);
  await loseNextAnswer(page);
  await press(page, "Connect the receiver");
  await expect(alert(page)).toContainText("No answer came");
  const made = await readWebhook(owner, form.id);
  await press(page, "Connect the receiver");
  await expect(page.getByText(SECRET)).toBeVisible();
  expect(await readWebhook(owner, form.id)).toEqual(made);
});

test("a secret whose answer was lost is replaced once, and shown all the same", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  const { signingSecret } = await saveWebhook(owner, form.id, receiver.url);
  await page.goto(`/forms/${form.id}/webhook`);
  await press(page, "Replace the secret");
  await loseNextAnswer(page);
  await press(page, "Replace it");
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText("No answer came");
  const replaced = await readWebhook(owner, form.id);
  await press(page, "Replace it");
  await expect(page.getByText(SECRET)).toBeVisible();
  expect(await page.getByText(SECRET).textContent()).not.toBe(signingSecret);
  expect((await readWebhook(owner, form.id))?.revision).toBe(replaced?.revision);
});

test("a public key whose answer was lost is replaced once", async ({ dashboard: page, owner }) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings`);
  await press(page, "Replace key");
  await loseNextAnswer(page);
  await press(page, "Replace the key");
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText("No answer came");
  const { publicKey } = await readForm(owner, form.id);
  expect(publicKey).not.toBe(form.publicKey);
  await press(page, "Replace the key");
  await expect(page.getByText("The form has a new key.")).toBeVisible();
  expect((await readForm(owner, form.id)).publicKey).toBe(publicKey);
});

test("a deletion whose answer was lost ends where a deletion ends", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings`);
  await press(page, "Delete form");
  await loseNextAnswer(page);
  await press(page, "Delete the form");
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText("No answer came");
  await press(page, "Delete the form");
  await expect(page.getByText("No form yet")).toBeVisible();
});

test("who closes the question before the answer comes is told of the refusal all the same", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings`);
  await press(page, "Delete form");
  const closed = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await closed.promise;
    await route.abort();
  });
  await press(page, "Delete the form");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  closed.resolve();
  await expect(page.getByText("No answer came")).toBeVisible();
});

test("a test message whose answer was lost is stored once", async ({ dashboard: page, owner }) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}`);
  await loseNextAnswer(page);
  await press(page, "Send test message");
  await expect(page.getByText("Send it again: the same message is kept once.")).toBeVisible();
  await press(page, "Send test message");
  await expect(page.getByText("Received.")).toBeVisible();
  expect(await owner.listMessages()).toHaveLength(1);
});

test("pressed twice at once, a test of the webhook is sent once, and the second is told why not", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await saveWebhook(owner, form.id, receiver.url);
  await page.goto(`/forms/${form.id}/webhook`);
  await loseNextAnswer(page);
  await press(page, "Send a test");
  await expect(page.getByText("No answer came")).toBeVisible();
  await press(page, "Send a test");
  await expect(page.getByText("You can send one test event per minute.")).toBeVisible();
  expect(await listDeliveries(owner, form.id)).toHaveLength(1);
});

test("rules whose answer was lost are saved once, and the second press says so", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/routing`);
  await press(page, "Add a rule");
  await page.getByLabel("Rule 1: name").fill("Sales");
  await page.getByLabel("When the field").fill("topic");
  await page.getByLabel("Value", { exact: true }).fill("sales");
  await page.getByRole("group", { name: "Tell" }).getByRole("checkbox").check();
  await expect(page.getByRole("status").filter({ hasText: "This submission" })).toBeVisible();
  await loseNextAnswer(page);
  await press(page, "Save the rules");
  await expect(alert(page)).toContainText("No answer came");
  await expect(alert(page)).toBeFocused();
  await expect(page.getByLabel("Rule 1: name")).toHaveValue("Sales");
  const { revision } = await readRouting(owner, form.id);
  await press(page, "Save the rules");
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await readRouting(owner, form.id)).revision).toBe(revision);
});

test("a replay whose answer was lost says so, and can be tried again", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await sendMessage(owner.baseUrl, form, { name: "Ada", topic: "Sales" });
  await page.goto(`/forms/${form.id}/routing`);
  await expect(page.getByRole("status").filter({ hasText: "This submission" })).toBeVisible();
  await loseNextAnswer(page);
  await press(page, "Try on the last 50 messages");
  await expect(page.getByText("No answer came.")).toBeVisible();
  await press(page, "Try on the last 50 messages");
  await expect(
    page.getByText("No changes: 1 message would go to the same recipients."),
  ).toBeVisible();
});
