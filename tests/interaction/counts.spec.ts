import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/owner";

test("a count of one is singular, including for screen readers", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const id = await sendMessage(owner.baseUrl, form, { email: "ada@example.com", message: "Hi" });
  await owner.awaitSent(id);
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName("Inbox 1 message");
  await expect(page.getByRole("link", { name: "Get started 1 step left" })).toBeVisible();
  await page.getByRole("button", { name: "Export as CSV" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 message matches.");
  await expect(page.getByRole("link", { name: "Download 1 message" })).toBeVisible();
  await page.goto(`/forms/${form.id}/settings`);
  await expect(page.getByText("1 message will be permanently deleted")).toBeVisible();
  await page.goto("/forms");
  await expect(page.getByText("Notifies 1 recipient")).toBeVisible();
});
