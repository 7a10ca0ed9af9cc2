import { setAccepted } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";

test("a message that can't be accepted anymore is copied with one click", async ({
  context,
  owner,
  page,
  service,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = await owner.createForm("Contact");
  await page.goto(`/f/${form.publicKey}`);
  await page.getByLabel(/^Name/).fill("Ada");
  await page.getByLabel("Message").fill("Long text");
  await setAccepted(service.dataDir, owner, 2_000);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("can’t accept more messages right now")).toBeVisible();
  await page.getByRole("button", { name: "Copy my message" }).click();
  await expect(page.getByRole("status")).toHaveText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Name: Ada\nMessage: Long text",
  );
});
