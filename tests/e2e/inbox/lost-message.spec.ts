import { setAccepted } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { askToConfirm } from "#tests/e2e/support/world";
import { proveWidget, saveWidget } from "#tests/support/factories/owner-forms";

test("a message that can't be accepted anymore is copied with one click @matrix", async ({
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

test("a message that waits, once archived, waits again after Undo @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const recipient = await owner.addVerifiedRecipient();
  const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
  await saveWidget(owner, form.id, "0x4AAAAAAAundo");
  await proveWidget(owner, form);
  await askToConfirm(owner, form);
  const waiting = page.getByRole("link", { name: /^edsger-/ });
  await page.goto(`/forms/${form.id}/diagnostics`);
  await waiting.click();
  await expect(page.getByText("Waiting for confirmation")).toBeVisible();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Archived.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Archived.")).toHaveCount(0);
  await expect(async () => {
    await page.goto(`/forms/${form.id}/diagnostics`);
    await expect(waiting).toBeVisible({ timeout: 5_000 });
  }).toPass();
  for (const folder of ["inbox", "archive"]) {
    await page.goto(`/inbox?folder=${folder}`);
    await expect(waiting).toHaveCount(0);
  }
});
