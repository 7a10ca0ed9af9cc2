import type { Page } from "@playwright/test";
import { FormFields } from "#lib/fields/schema";
import type { Form } from "#lib/forms/schema";
import { dataOf, type Owner } from "#tests/support/factories/owner";

export async function readFields(owner: Owner, form: Form): Promise<FormFields> {
  return dataOf(await owner.api("GET", `/forms/${form.id}/fields`, 200), FormFields);
}

export async function saveFields(owner: Owner, form: Form, body: object): Promise<FormFields> {
  return dataOf(await owner.api("POST", `/forms/${form.id}/fields`, 200, body), FormFields);
}

/** The labels of all rows in their order, from their buttons. */
export async function labelsOf(page: Page): Promise<string[]> {
  const rows = page.getByRole("button", { name: /^Remove field \d+ “/ });
  const names = await rows.evaluateAll((all) => all.map((one) => one.textContent ?? ""));
  return names.map((name) => /“(.*)”/.exec(name)?.[1] ?? "");
}

export async function addField(page: Page, kind: string, label: string): Promise<void> {
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("menuitem", { name: kind }).click();
  const input = page.getByLabel("Label", { exact: true });
  // The new field takes the focus, which would interrupt typing.
  await input.and(page.locator(":focus")).waitFor();
  await input.fill(label);
}

export const save = (page: Page) => page.getByRole("button", { name: "Save fields" }).click();

/** The hosted form in the preview that is shown. */
export const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the form"]');
