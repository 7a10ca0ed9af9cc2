import { expect, test } from "#tests/e2e/support/test";

test("the form of a new workspace loads when it's opened, and says if it can't @matrix", async ({
  elsewhere: page,
}) => {
  await page.goto("/usage");
  await page.locator("summary", { hasText: "Workspaces and theme" }).first().click();
  const open = page.getByRole("button", { name: "New workspace" });
  await page.route("**/_next/static/chunks/*.js", (route) => route.abort());
  await open.click();
  await expect(page.getByText("Can’t reach the server.")).toBeVisible();
  await page.unrouteAll();
  await open.click();
  const dialog = page.getByRole("dialog", { name: "New workspace" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(dialog).toBeVisible();
});
