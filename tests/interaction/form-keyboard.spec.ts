import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";
import { proveWidget, saveWidget } from "#tests/support/factories/owner-forms";

test("a form can be created by keyboard, after an error for the missing name", async ({
  dashboard: page,
  owner,
}) => {
  const [first, second] = [await owner.addVerifiedRecipient(), await owner.addVerifiedRecipient()];
  await page.goto("/forms");
  await tabTo(page, "link", "New form");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "New form" })).toBeVisible();
  await tabTo(page, "button", "Create form");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Form name", exact: true })).toBeFocused();
  await page.keyboard.type("Made by keys");
  await tabTo(page, "checkbox", first.email);
  await page.keyboard.press("Space");
  await tabTo(page, "checkbox", second.email);
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Made by keys" })).toBeVisible();
  await tabTo(page, "link", "Webhook");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Endpoint URL" })).toBeVisible();
});

test("auto-reply can be written and turned on by keyboard", async ({ dashboard: page, owner }) => {
  const form = await owner.createForm("Contact");
  await saveWidget(owner, form.id, "0x4AAAAsite");
  await proveWidget(owner, form);
  await page.goto(`/forms/${form.id}/auto-reply`);
  const requirements = page.locator("details", { hasText: "Requirements" }).first();
  await expect(requirements).not.toHaveAttribute("open");
  // Drawn by a script, so the page is ready.
  await expect(page.frameLocator("[title='Auto-reply preview']").locator("body")).toContainText(
    "two business days",
  );
  await requirements.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Connected and confirmed.")).toBeVisible();
  await tabTo(page, "switch", "Reply to visitors automatically");
  await page.keyboard.press("Space");
  await tabTo(page, "textbox", "Message");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Typed by keys");
  await tabTo(page, "button", "Save auto-reply");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved. Visitors who opt in get this reply.")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Typed by keys");
});

test("an empty token name shows an error at the field", async ({ dashboard: page, owner }) => {
  const { email } = await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel(email).check();
  await page.getByRole("button", { name: "Create form" }).click();
  const name = page.getByLabel("Form name", { exact: true });
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/Enter 1 to 80 characters\./);
  await expect(page.getByLabel(email)).toBeChecked();
});
