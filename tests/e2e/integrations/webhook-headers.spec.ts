import type { Page } from "playwright/test";
import { expect, test } from "#tests/e2e/support/test";
import { addDestination } from "#tests/support/factories/owner-forms";
import { sendMessage } from "#tests/support/factories/service-requests";

const KEY = "gateway-key-q7Zx";
const path = (formId: string) => `/forms/${formId}/integrations`;

async function openHeaders(page: Page): Promise<void> {
  await page.getByText("Advanced options", { exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
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
