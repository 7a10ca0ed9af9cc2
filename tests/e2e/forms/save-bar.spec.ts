import type { Page } from "playwright/test";
import { expect, test } from "#tests/e2e/support/test";
import { addDestination } from "#tests/support/factories/owner-forms";

const HOOK = "https://hooks.example.com/form";

const saveButton = (page: Page) => page.getByRole("button", { name: "Save changes" });
const discardButton = (page: Page) => page.getByRole("button", { name: "Discard changes" });

test("every setting is saved by a bar that appears with a change and can discard it @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const { id } = await addDestination(owner, form.id, { kind: "webhook", url: HOOK, name: "CRM" });
  const places = [
    { path: "/settings", label: "Name" },
    { path: "/settings/security", label: "Your name" },
    { path: `/forms/${form.id}/settings`, label: "Form name" },
    { path: `/forms/${form.id}/integrations/${id}`, label: "Name" },
  ];
  for (const { path, label } of places) {
    await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    const saved = await field.inputValue();
    await expect(saveButton(page), path).toHaveCount(0);
    await field.fill("Something else");
    await expect(saveButton(page), path).toBeInViewport();
    await discardButton(page).click();
    await expect(field, path).toHaveValue(saved);
    await expect(saveButton(page), path).toHaveCount(0);
    await field.fill("Something new");
    await saveButton(page).click();
    await expect(saveButton(page), path).toHaveCount(0);
    await expect(field, path).toHaveValue("Something new");
    await page.reload();
    await expect(field, path).toHaveValue("Something new");
  }
});

test("conditions of a destination can be discarded, rows that buttons add and remove included @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const rules = [{ field: "topic", operator: "equals", value: "sales" }];
  const conditions = { match: "all", rules };
  const { id } = await addDestination(owner, form.id, {
    kind: "webhook",
    url: HOOK,
    name: "CRM",
    conditions,
  });
  await page.goto(`/forms/${form.id}/integrations/${id}`);
  const values = page.getByLabel("Value");
  await expect(values).toHaveCount(1);
  await page.getByRole("button", { name: "Add condition" }).click();
  await expect(values).toHaveCount(2);
  await values.first().fill("support");
  await page.getByLabel("What it gets").selectOption("Messages that match any");
  await discardButton(page).click();
  await expect(values).toHaveCount(1);
  await expect(values).toHaveValue("sales");
  await expect(page.getByLabel("What it gets")).toHaveValue("all");
  await expect(saveButton(page)).toHaveCount(0);
});
