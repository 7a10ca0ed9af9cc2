import type { Page } from "@playwright/test";
import { expectOpen, openInbox, receive, rows } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to" });

/** Presses Ctrl and K until the page has come alive enough to hear it. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByPlaceholder("Go to a page, a form or a message")).toBeFocused();
}

test("by keys alone one gets to a page, a form, and to what can be created", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Spring newsletter");
  await page.goto("/usage");
  await openPalette(page);
  await page.keyboard.type("recip");
  await expect(palette(page).getByRole("option", { name: "Recipients" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/recipients$/);
  await expect(palette(page)).toBeHidden();
  await openPalette(page);
  await page.keyboard.type("spring");
  await expect(palette(page).getByRole("option", { name: "Spring newsletter" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));
  await openPalette(page);
  await page.keyboard.type("new token");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tokens\/new$/);
});

test("messages are found while one types, and all of them can be searched", async ({
  dashboard: page,
  owner,
}) => {
  await receive(owner, await owner.createForm("Contact"), ["Bob", "Ada"]);
  await page.goto("/forms");
  await openPalette(page);
  await page.keyboard.type("from ada");
  const found = palette(page).getByRole("option", { name: /Ada From Ada/ });
  await expect(found).toBeVisible();
  await found.click();
  await expectOpen(page, "Ada");
  await openPalette(page);
  await page.keyboard.type("from");
  await palette(page).getByRole("option", { name: "Search all messages for “from”" }).click();
  await expect(page).toHaveURL(/folder=all&search=from/);
  await expect(rows(page)).toHaveCount(2);
});

test("the theme can be switched, and the switch of the page follows", async ({
  dashboard: page,
}) => {
  await page.goto("/inbox");
  await openPalette(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await expect(page.getByRole("radio", { name: "Dark" }).first()).toBeChecked();
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
});

test("Escape closes it and gives the focus back; nothing behind it hears the keys", async ({
  dashboard: page,
  owner,
}) => {
  await receive(owner, await owner.createForm("Contact"), ["Bob", "Ada"]);
  await openInbox(page);
  await rows(page).first().focus();
  await openPalette(page);
  await page.keyboard.type("e#!");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
});

test("signing out carries out first what could still be taken back", async ({
  dashboard: page,
  owner,
}) => {
  await receive(owner, await owner.createForm("Contact"), ["Bob", "Ada"]);
  await openInbox(page);
  await rows(page).first().focus();
  await page.keyboard.press("#");
  await expect(page.getByText("Deleted 1 message.")).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect.poll(async () => (await owner.listMessages()).length).toBe(1);
});
