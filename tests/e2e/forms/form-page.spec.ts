import type { Page } from "playwright/test";
import { FormPage } from "#lib/domain/forms/page/page-schema";
import type { Form } from "#lib/domain/forms/schema";
import { preview } from "#tests/e2e/support/editors";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { proveWidget, saveWidget } from "#tests/support/factories/owner-forms";
import { dataOf } from "#tests/support/factories/service-requests";

async function readPage(owner: Owner, form: Form): Promise<FormPage> {
  return dataOf(await owner.api("GET", `/forms/${form.id}/page`, 200), FormPage);
}

const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();

test("texts and look are previewed while they're typed, and visitors see them once saved @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await expect(preview(page).getByRole("heading", { name: "Contact" })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("Ask us anything");
  await page.getByLabel("Button").fill("Ask");
  await page.getByLabel("Pick the accent color").fill("#b00020");
  await expect(page.getByLabel("Accent color", { exact: true })).toHaveValue("#b00020");
  await page.getByLabel("Show an introduction").uncheck();
  const button = preview(page).getByRole("button", { name: "Ask" });
  await expect(button).toHaveCSS("background-color", "rgb(176, 0, 32)");
  await expect(preview(page).getByRole("heading", { name: "Ask us anything" })).toBeVisible();
  await expect(preview(page).getByText("Your message goes straight")).toHaveCount(0);
  await page.getByLabel("Thank-you title").fill("Got it");
  await expect(preview(page).getByRole("heading", { name: "Got it" })).toBeVisible();
  await page.getByText("Theme and language").click();
  await page.getByLabel("Theme", { exact: true }).selectOption("Dark");
  await expect(page.getByRole("group", { name: "Visitor’s theme" })).toHaveCount(0);
  await page.getByLabel("Language").selectOption("Deutsch");
  await expect(preview(page).getByText("Ihre Nachricht")).toBeVisible();
  await save(page);
  await expect(page.getByText("Saved. Visitors see it now.")).toBeVisible();
  expect(await readPage(owner, form)).toMatchObject({
    title: "Ask us anything",
    intro: "",
    button: "Ask",
    thanksTitle: "Got it",
    thanksText: null,
    accent: "#b00020",
    theme: "dark",
    language: "de",
  });
  await expect(page.getByLabel("Show an introduction")).not.toBeChecked();
  await expect(page.getByLabel("Theme", { exact: true })).toHaveValue("dark");
  await expect(page.getByLabel("Language")).toHaveValue("de");
});

test("errors are shown at their fields, and blank texts are ours again @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await owner.api("POST", `/forms/${form.id}/page`, 200, {
    revision: null,
    title: "Old",
    thanksText: "",
  });
  await page.goto(`/forms/${form.id}/form`);
  await page.getByLabel("Accent color", { exact: true }).fill("blue");
  await page.getByLabel("Link address").fill("javascript:alert(1)");
  await save(page);
  await expect(page.getByLabel("Link address")).toHaveAccessibleDescription(
    /Must be an http or https URL\./,
  );
  await expect(page.getByLabel("Accent color", { exact: true })).toHaveAccessibleDescription(
    /Must be a color like #2751b4\./,
  );
  await page.getByLabel("Accent color", { exact: true }).fill("");
  await page.getByLabel("Link address").fill("");
  await page.getByLabel("Title", { exact: true }).fill("");
  await save(page);
  await expect(page.getByText("Saved. Visitors see it now.")).toBeVisible();
  // An empty text, which the API can save, isn't replaced by ours.
  expect(await readPage(owner, form)).toMatchObject({ title: null, accent: null, thanksText: "" });
});

test("double opt-in says what it requires, and a refusal while saving names the place and keeps what was selected @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const address = `/forms/${form.id}/notify/auto-reply`;
  await page.goto(address);
  const optIn = page.getByLabel("Confirm the address first");
  await expect(optIn).toBeDisabled();
  await expect(optIn).toHaveAccessibleDescription(/Requires a Turnstile widget/);
  await page.getByRole("link", { name: "Open Spam protection" }).last().click();
  await expect(page).toHaveURL(`/forms/${form.id}/settings/spam`);

  await saveWidget(owner, form.id, "0x4AAAAsite");
  await page.goto(address);
  await expect(optIn).toHaveAccessibleDescription(/Requires a confirmed challenge/);
  await proveWidget(owner, form);
  await page.reload();
  await optIn.check();
  await owner.api("DELETE", `/forms/${form.id}/turnstile`, 204);
  await page.getByRole("button", { name: "Save double opt-in" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText(/under Spam protection in the form's settings/)).toBeVisible();
  await expect(main.locator("[aria-invalid=true], [role=alert]").first()).toBeFocused();
  await expect(optIn).toBeChecked();
  expect((await readPage(owner, form)).revision).toBeNull();
});
