import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";

test("a token can be created, stored, and revoked by keyboard @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.confirmEmail();
  await page.goto("/tokens");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "New token");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "New API token" })).toBeVisible();
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("CRM import");
  await tabTo(page, "button", /^Read messages/);
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Create token");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Created “CRM import”" })).toBeFocused();
  await tabTo(page, "checkbox", "I’ve stored the token in a safe place");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("I’ve stored the token")).toBeChecked();
  await tabTo(page, "button", "Done");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 20 in use")).toBeVisible();

  await tabTo(page, "button", "Revoke CRM import");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Revoke CRM import" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No active tokens" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
});

test("a captured email's tabs and preview are reachable by keyboard @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addRecipient("editor@example.com");
  await page.goto("/test-inbox");
  await page.getByRole("link", { name: /to receive form messages/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Preview" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Plain text" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Plain text" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("tabpanel", { name: "Headers" })).toBeVisible();
  await page.keyboard.press("Home");
  const link = page.frameLocator("iframe").getByRole("link").first();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused({ timeout: 100 });
  }).toPass();
});

test("the menu on a phone traps and restores focus @matrix", async ({ dashboard: page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/settings");
  const open = page.getByRole("button", { name: "Open menu" });
  await open.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
});
