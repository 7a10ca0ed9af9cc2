import type { Page } from "playwright/test";
import { expectOpen, foldersOf, openInboxWith, receive, row, rows } from "#tests/e2e/support/inbox";
import { expectAccessible } from "#tests/e2e/support/looks";
import { expect, signIn, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to" });

/** Presses Ctrl+K until the page is hydrated. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByPlaceholder("Search pages, forms, and messages")).toBeFocused();
}

test("palette: opens pages, forms, and create actions by keyboard @matrix", async ({
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
  await page.keyboard.type("spring web");
  const webhook = palette(page).getByRole("option", { name: "Spring newsletter › Integrations" });
  await expect(webhook).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/forms/${form.id}/integrations$`));
  await openPalette(page);
  await page.keyboard.type("new token");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tokens\/new$/);
  await expect(page.getByRole("main"), "Tab continues in the new page").toBeFocused();
});

test("palette: finds messages while typing, and searches all of them @matrix", async ({
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

test("palette: two letters or one CJK character find messages @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await sendMessage(owner.baseUrl, form, { name: "Li", message: "梅雨の季節" });
  await sendMessage(owner.baseUrl, form, { name: "Ada", message: "Hello" });
  await page.goto("/usage");
  await openPalette(page);
  const input = page.getByPlaceholder("Search pages, forms, and messages");
  const found = palette(page)
    .getByRole("option")
    .filter({ has: page.locator("time") });
  for (const [typed, sender] of [
    ["li", "Li"],
    ["梅", "Li"],
    ["lo", "Ada"],
  ] as const) {
    await input.fill(typed);
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(sender);
  }
  await input.fill("nothing like it");
  await expect(palette(page).getByText("No messages found.")).toBeVisible();
  await expect(found).toHaveCount(0);
});

test("palette: ⌘K opens it on a Mac, and Ctrl+K doesn't @matrix", async ({
  owner,
  browser,
  serviceUrl,
}) => {
  const context = await browser.newContext({
    baseURL: serviceUrl,
    userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/153.0",
  });
  await signIn(context, owner);
  const page = await context.newPage();
  await page.goto("/inbox");
  const button = page.getByRole("button", { name: "Search…" }).filter({ visible: true });
  await expect(button).toContainText("⌘");
  await expect(button.getByText("Ctrl")).toBeHidden();
  await expect(async () => {
    await page.keyboard.press("Meta+k");
    await expect(palette(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Meta+k");
  await expect(palette(page)).toBeHidden();
  await context.close();
});

test("palette: runs the page's commands and moves focus like its shortcuts @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const [, ada = ""] = await openInboxWith(page, owner, ["Bob", "Ada"]);
  await row(page, "Ada").focus();
  await openPalette(page);
  const archive = palette(page).getByRole("option", { name: "Archive this message" });
  await expect(archive).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(row(page, "Ada")).toHaveCount(0);
  await expect(row(page, "Bob")).toBeFocused();
  await expect.poll(async () => (await foldersOf(owner))[ada]).toBe("archive");
  await openPalette(page);
  await page.keyboard.type("undo");
  await page.keyboard.press("Enter");
  await expect(row(page, "Ada")).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("csv");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Export as CSV" })).toBeVisible();
});

test("palette: closes other dialogs, but not a confirmation @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  await row(page, "Ada").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(row(page, "Ada")).toBeFocused();
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.keyboard.press("#");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(palette(page)).toBeHidden();
});

test("palette: opens and closes by touch on a phone and fits above the keyboard @matrix", async ({
  dashboard: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/usage");
  const button = page.getByRole("button", { name: "Search…" }).filter({ visible: true });
  await button.click();
  await expect(palette(page)).toBeVisible();
  const box = await palette(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0), "what a keyboard leaves").toBeLessThan(640 * 0.65);
  await expectAccessible(page);
  await palette(page).getByRole("button", { name: "Close" }).click();
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test("palette: a failed load shows an error, keeps the page, and is retried @matrix", async ({
  elsewhere: page,
}) => {
  await page.goto("/usage", { waitUntil: "networkidle" });
  await page.context().setOffline(true);
  // An idle network doesn't mean that the page is hydrated.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByText("Can’t reach the server.")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await openPalette(page);
});

test("palette: switching the theme updates the page's theme switch @matrix", async ({
  dashboard: page,
}) => {
  await page.goto("/inbox");
  await openPalette(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await page.locator("summary", { hasText: "Workspaces and theme" }).click();
  await expect(page.getByRole("radio", { name: "Dark" }).first()).toBeChecked();
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
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
