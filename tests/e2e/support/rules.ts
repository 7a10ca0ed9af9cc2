import { expect, type Page } from "@playwright/test";
import type { Form } from "#lib/forms/schema";
import type { Owner } from "#tests/support/factories/owner";
import { readRouting } from "#tests/support/factories/owner-forms";

/** The name fields of all rules that are open. */
export const names = (page: Page) => page.getByLabel(/^Rule \d+ name$/);

/** The names of all rules in their order, from their buttons. */
export async function namesOf(page: Page): Promise<string[]> {
  const removals = page.getByRole("button", { name: /^Remove rule \d+ “/ });
  const labels = await removals.evaluateAll((all) => all.map((one) => one.textContent ?? ""));
  return labels.map((label) => /“(.*)”/.exec(label)?.[1] ?? "");
}

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

export async function addRule(
  page: Page,
  name: string,
  value: string,
  email: string,
): Promise<void> {
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
  await rule.getByLabel(email).check();
}
