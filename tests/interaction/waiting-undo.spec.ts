import { expect, test } from "#tests/e2e/support/test";
import { askToConfirm } from "#tests/e2e/support/world";
import { proveWidget, saveWidget } from "#tests/support/factories/owner-forms";

test("a message that waits, once archived, waits again after Undo", async ({
  dashboard: page,
  owner,
}) => {
  const recipient = await owner.addVerifiedRecipient();
  const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
  await saveWidget(owner, form.id, "0x4AAAAAAAundo");
  await proveWidget(owner, form);
  await askToConfirm(owner, form);
  const waiting = page.getByRole("link", { name: "edsger@example.com" });
  await page.goto(`/forms/${form.id}/diagnostics`);
  await waiting.click();
  await expect(page.getByText("Waiting for confirmation")).toBeVisible();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Archived.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Archived.")).toHaveCount(0);
  await expect(async () => {
    await page.goto(`/forms/${form.id}/diagnostics`);
    await expect(waiting).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const folder of ["inbox", "archive"]) {
    await page.goto(`/inbox?folder=${folder}`);
    await expect(waiting).toHaveCount(0);
  }
});
