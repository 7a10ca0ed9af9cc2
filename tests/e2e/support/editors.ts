import { expect, type Page } from "playwright/test";
import { FormFields } from "#lib/domain/forms/fields/schema";
import { FormPage } from "#lib/domain/forms/page/page-schema";
import type { Form } from "#lib/domain/forms/schema";
import type { Owner } from "#tests/support/factories/owner";
import { readRouting } from "#tests/support/factories/owner-forms";
import { dataOf } from "#tests/support/factories/service-requests";

export async function readFields(owner: Owner, form: Form): Promise<FormFields> {
  return dataOf(await owner.api("GET", `/forms/${form.id}/fields`, 200), FormFields);
}

export async function readPage(owner: Owner, form: Form): Promise<FormPage> {
  return dataOf(await owner.api("GET", `/forms/${form.id}/page`, 200), FormPage);
}

export async function saveFields(owner: Owner, form: Form, body: object): Promise<FormFields> {
  return dataOf(await owner.api("POST", `/forms/${form.id}/fields`, 200, body), FormFields);
}

/** The names in the rows' menu buttons, in the rows' order. */
async function quotedNames(page: Page, button: RegExp): Promise<string[]> {
  const removals = page.getByRole("button", { name: button });
  const texts = await removals.evaluateAll((all) => all.map((one) => one.textContent ?? ""));
  return texts.map((text) => /“(.*)”/.exec(text)?.[1] ?? "");
}

/** The labels of all fields in order. */
export const labelsOf = (page: Page) => quotedNames(page, /^More for field \d+ “/);

export async function addField(page: Page, kind: string, label: string): Promise<void> {
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("menuitem", { name: kind }).click();
  const input = page.getByLabel("Label", { exact: true });
  // The new field takes the focus, which would interrupt typing.
  await input.and(page.locator(":focus")).waitFor();
  await input.fill(label);
}

export const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();

/** The hosted form in the preview that is shown. */
export const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the form"]');

/** The name fields of all rules that are open. */
export const names = (page: Page) => page.getByLabel(/^Rule \d+ name$/);

/** The names of all rules in order. */
export const namesOf = (page: Page) => quotedNames(page, /^More for rule \d+ “/);

export async function savedNames(owner: Owner, form: Form): Promise<string[]> {
  return (await readRouting(owner, form.id)).rules.map(({ name }) => name);
}

export const sentences = (page: Page) => page.getByRole("button", { name: /^Edit rule \d+/ });

/** Creates a form and two recipients. */
export async function prepare(owner: Owner) {
  const [own, sales] = [await owner.addVerifiedRecipient(), await owner.addVerifiedRecipient()];
  const form = await owner.createForm("Contact", { recipientIds: [own.id] });
  return { form, own, sales };
}

/** Adds a rule that notifies this recipient, or the first one. */
export async function addRule(page: Page, name: string, value: string, email?: string) {
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = page
    .getByRole("list", { name: /^Rules/ })
    .getByRole("listitem")
    .last();
  // The new rule takes the focus, which would interrupt typing.
  await expect(rule.locator("input:focus")).toBeVisible();
  await rule.getByLabel(/name$/).fill(name);
  await rule.getByLabel("If the field").fill("topic");
  await rule.getByLabel("Value", { exact: true }).fill(value);
  await (email ? rule.getByLabel(email) : rule.getByRole("checkbox").first()).check();
}
