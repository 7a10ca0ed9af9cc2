import type { Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/test";

/** Presses Tab until what has the focus is this. */
async function tabTo(page: Page, role: "link" | "button" | "textbox" | "checkbox", name: string) {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement)))
      return;
  }
  throw new Error(`${role} "${name}" was not reached by Tab`);
}

test("by keyboard alone: a form is created, with what is missing told first", async ({
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
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await page.keyboard.type("Made by keys");
  await tabTo(page, "checkbox", first.email);
  await page.keyboard.press("Space");
  await tabTo(page, "checkbox", second.email);
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Made by keys" })).toBeVisible();
  await tabTo(page, "link", "Webhook");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Receiver" })).toBeVisible();
});

test("an empty name is told at its field before anything is made", async ({
  dashboard: page,
  owner,
}) => {
  const { email } = await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel(email).check();
  await page.getByRole("button", { name: "Create form" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/Must have 1 to 80 characters\./);
  await expect(page.getByLabel(email)).toBeChecked();
});
