import { expect, test } from "#tests/e2e/support/test";

test("sign-in says what the product does, and a forgotten password keeps the typed address", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("main")).toContainText("receives your website’s forms");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset password" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ada@example.com");
  expect(page.url()).not.toContain("ada");
});
