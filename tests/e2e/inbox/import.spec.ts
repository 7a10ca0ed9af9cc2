import { fileURLToPath } from "node:url";
import type { Page } from "playwright/test";
import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { expect, test } from "#tests/e2e/support/test";

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../support/imports/${name}`, import.meta.url));

async function upload(page: Page, name: string): Promise<void> {
  await page.getByLabel("File", { exact: true }).setInputFiles(fileOf(name));
  await expect(page.getByText("looks like an export of")).toBeVisible();
}

test("a file is checked, imported, and undone by one button", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByRole("link", { name: "Import messages" }).click();
  await upload(page, "formspree.json");
  await expect(page.getByText("looks like an export of Formspree")).toBeVisible();
  const dates = page.getByRole("list", { name: "Dates as they’re read" });
  await expect(dates.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("Do you deliver to Leeds?").last()).toBeVisible();
  await page.getByLabel("Use of topics").selectOption("Don’t import");
  await page.getByRole("button", { name: "Check all messages first" }).click();
  await expect(page.getByText("3 messages to import, 1 message of them as spam.")).toBeVisible();
  await page.getByRole("button", { name: "Import messages" }).click();
  await expect(page.getByText("3 messages imported, 1 message of them as spam.")).toBeVisible();
  await page.goto("/inbox?folder=archive");
  await expect(page.getByText("Noor Aziz").first()).toBeVisible();
  await page.goto(`/forms/${form.id}/settings/import`);
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("3 messages deleted.")).toBeVisible();
});

test("day and month are asked for if both fit, and an import can be canceled", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/settings/import`);
  await upload(page, "google-forms-ambiguous.csv");
  const start = page.getByRole("button", { name: "Import messages" });
  await expect(start).toBeDisabled();
  await page.getByRole("button", { name: "The day" }).click();
  await expect(start).toBeEnabled();
  await expect(page.getByLabel("Order in dates")).toHaveValue("dmy");
  await page.getByRole("button", { name: "Cancel import" }).click();
  await expect(page.getByRole("button", { name: "Import another file" })).toBeVisible();
});

test("a file with messages selected before hydration is uploaded @matrix", async ({
  dashboard: page,
  form,
}) => {
  const loadScripts = await holdScripts(page);
  await page.goto(`/forms/${form.id}/settings/import`, { waitUntil: "commit" });
  await page.getByLabel("File", { exact: true }).setInputFiles(fileOf("formspree.json"));
  loadScripts();
  await expect(page.getByText("looks like an export of Formspree")).toBeVisible();
});
