import type { Page } from "@playwright/test";
import { addRule } from "#tests/e2e/support/editors";
import { expect, inspectToken, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/owner";
import {
  listDeliveries,
  readForm,
  readRouting,
  readWebhook,
  saveWebhook,
} from "#tests/support/factories/owner-forms";

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Presses the last button of this name: a confirmation has the same name as the button that opens it. */
const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).last().click();
/** Presses a button whose request is processed, but whose response is lost. */
async function pressAndLoseResponse(page: Page, name: string): Promise<void> {
  let isLost = false;
  await page.route("**/*", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await press(page, name);
}

/** Presses a button whose response is lost, and presses it again. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await pressAndLoseResponse(page, name);
  await expect(page.getByText("We lost the connection").first()).toBeVisible();
  await press(page, name);
}

const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const dialogAlert = (page: Page) => page.getByRole("alertdialog").getByRole("alert");

test.beforeEach(({ provoked }) => {
  provoked.push(/Failed to load resource: net::ERR_FAILED/);
});

test("retrying form creation after a lost response creates one form and opens it", async ({
  dashboard: page,
  owner,
}) => {
  const { email } = await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel("Form name", { exact: true }).fill("Contact");
  await pressAndLoseResponse(page, "Create form");
  await expect(alert(page)).toContainText("this won’t be done twice");
  await expect(page.getByLabel("Form name", { exact: true })).toHaveValue("Contact");
  await expect(page.getByLabel(email)).toBeChecked();
  await press(page, "Create form");
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await page.goto("/forms");
  await expect(page.getByRole("heading", { level: 2, name: "Contact" })).toHaveCount(1);
});

test("retrying a duplication after a lost response creates one copy and opens its settings", async ({
  dashboard: page,
  owner,
}) => {
  await owner.createForm("Contact");
  await page.goto("/forms");
  await press(page, "More for Contact");
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await pressAndLoseResponse(page, "Duplicate form");
  await expect(dialogAlert(page)).toContainText("this won’t be done twice");
  await press(page, "Duplicate form");
  await expect(page.getByLabel("Form name", { exact: true })).toHaveValue("Contact copy");
  await page.goto("/forms");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Contact copy", "Contact"]);
});

test("going back after creating a form creates another one", async ({ dashboard: page, owner }) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms");
  await page.getByRole("link", { name: "New form" }).click();
  for (const name of ["First", "Second"]) {
    await page.getByLabel("Form name", { exact: true }).fill(name);
    await press(page, "Create form");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "New form" })).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Second", "First"]);
});

test("an edit after a lost response is never dropped silently", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel("Form name", { exact: true }).fill("Contact");
  await pressAndLoseResponse(page, "Create form");
  await expect(alert(page)).toBeVisible();
  await page.getByLabel("Form name", { exact: true }).fill("Contact us");
  await press(page, "Create form");
  await expect(alert(page)).toContainText("was already created from this page");
  await expect(page.getByLabel("Form name", { exact: true })).toHaveValue("Contact us");
});

test("retrying token creation after a lost response creates one working token", async ({
  dashboard: page,
  owner,
}) => {
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill("CRM import");
  await page.getByLabel("forms:read").check();
  await pressTwice(page, "Create token");
  const secret = (await page.getByText(/^fis_stg_\w{46}$/).textContent()) ?? "";
  expect((await inspectToken(owner, secret)).status).toBe(200);
  await page.goto("/tokens");
  await expect(page.getByRole("button", { name: /^Revoke/ })).toHaveCount(1);
});

test("retrying webhook creation after a lost response creates it once and shows its secret", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/webhook`);
  await page.getByLabel("Endpoint URL").fill(receiver.url);
  await pressAndLoseResponse(page, "Connect webhook");
  await expect(alert(page)).toContainText("We lost the connection");
  await expect(alert(page)).toBeFocused();
  await expect(page.getByLabel("Endpoint URL")).toHaveValue(receiver.url);
  const made = await readWebhook(owner, form.id);
  await press(page, "Connect webhook");
  await expect(page.getByText(SECRET)).toBeVisible();
  expect(await readWebhook(owner, form.id)).toEqual(made);
});

test("retrying a secret rotation after a lost response rotates it once and shows it", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  const { signingSecret } = await saveWebhook(owner, form.id, receiver.url);
  await page.goto(`/forms/${form.id}/webhook`);
  await press(page, "Rotate secret");
  await pressAndLoseResponse(page, "Rotate secret");
  await expect(dialogAlert(page)).toContainText("We lost the connection");
  const replaced = await readWebhook(owner, form.id);
  await press(page, "Rotate secret");
  await expect(page.getByText(SECRET)).toBeVisible();
  expect(await page.getByText(SECRET).textContent()).not.toBe(signingSecret);
  expect((await readWebhook(owner, form.id))?.revision).toBe(replaced?.revision);
});

test("retrying a key rotation after a lost response rotates the key once", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings`);
  await press(page, "Rotate key");
  await pressAndLoseResponse(page, "Rotate key");
  await expect(dialogAlert(page)).toContainText("We lost the connection");
  const { publicKey } = await readForm(owner, form.id);
  expect(publicKey).not.toBe(form.publicKey);
  await press(page, "Rotate key");
  await expect(page.getByText("Key rotated.")).toBeVisible();
  expect((await readForm(owner, form.id)).publicKey).toBe(publicKey);
});

test("retrying a form deletion after a lost response leads to the form list", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings`);
  await press(page, "Delete form");
  await pressTwice(page, "Delete form");
  await expect(page.getByText("No forms yet")).toBeVisible();
});

test("a failed confirmation is reported even if its dialog was closed", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings`);
  await press(page, "Delete form");
  const closed = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await closed.promise;
    await route.abort();
  });
  await press(page, "Delete form");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  closed.resolve();
  await expect(page.getByText("We lost the connection")).toBeVisible();
});

test("retrying a test message after a lost response stores it once", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}`);
  await pressAndLoseResponse(page, "Send test message");
  await expect(page.getByText("Try again: the message won’t be stored twice.")).toBeVisible();
  await press(page, "Send test message");
  await expect(page.getByText("Received.")).toBeVisible();
  expect(await owner.listMessages()).toHaveLength(1);
});

test("retrying a webhook test after a lost response sends one test", async ({
  dashboard: page,
  owner,
  connected: form,
}) => {
  await page.goto(`/forms/${form.id}/webhook`);
  await pressTwice(page, "Send test event");
  await expect(page.getByText("You can send one test event per minute.")).toBeVisible();
  expect(await listDeliveries(owner, form.id)).toHaveLength(1);
});

test("retrying a routing save after a lost response saves once", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/routing`);
  await addRule(page, "Sales", "sales");
  await expect(page.getByRole("status").filter({ hasText: "This message" })).toBeVisible();
  await pressAndLoseResponse(page, "Save rules");
  await expect(alert(page)).toContainText("We lost the connection");
  await expect(alert(page)).toBeFocused();
  await expect(page.getByLabel("Rule 1 name")).toHaveValue("Sales");
  const { revision } = await readRouting(owner, form.id);
  await press(page, "Save rules");
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await readRouting(owner, form.id)).revision).toBe(revision);
});

test("a replay can be retried after a lost response", async ({ dashboard: page, owner, form }) => {
  await sendMessage(owner.baseUrl, form, { name: "Ada", topic: "Sales" });
  await page.goto(`/forms/${form.id}/routing`);
  await expect(page.getByRole("status").filter({ hasText: "This message" })).toBeVisible();
  await pressTwice(page, "Test against last 50 messages");
  await expect(
    page.getByText("No changes: 1 message would go to the same recipients."),
  ).toBeVisible();
});
