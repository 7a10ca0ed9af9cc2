import { fileURLToPath } from "node:url";
import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { fileWith } from "#tests/e2e/support/template-file";
import { expect, test } from "#tests/e2e/support/test";

test("a file with messages selected before hydration is uploaded @matrix", async ({
  dashboard: page,
  form,
}) => {
  const loadScripts = await holdScripts(page);
  await page.goto(`/forms/${form.id}/settings/import`, { waitUntil: "commit" });
  const file = fileURLToPath(new URL("../support/imports/formspree.json", import.meta.url));
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  loadScripts();
  await expect(page.getByText("looks like an export of Formspree")).toBeVisible();
});

test("a form's file selected before hydration is read @matrix", async ({ dashboard: page }) => {
  const loadScripts = await holdScripts(page);
  await page.goto("/forms/new/file", { waitUntil: "commit" });
  const file = fileWith({ version: 1, name: "Workshops", recipients: [] });
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  loadScripts();
  await expect(page.getByRole("heading", { name: "What comes from the file" })).toBeVisible();
});
