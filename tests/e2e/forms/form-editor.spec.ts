import type { Page } from "playwright/test";
import {
  addField,
  labelsOf,
  preview,
  readFields,
  readPage,
  save,
  saveFields,
} from "#tests/e2e/support/editors";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

const field = (name: string, label = name) => ({ name, type: "text", label });

test("fields are added by type, previewed while they're typed, and saved @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await expect(preview(page).getByLabel("Message")).toBeVisible();
  await addField(page, "Email", "Your email");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("email");
  await page.getByLabel("Required").check();
  await addField(page, "Single choice", "Size");
  await page.getByLabel("Options").fill("Small\nl | Large");
  await page.getByLabel("Help text").fill("As on the label.");
  await expect(preview(page).getByRole("group", { name: "Size" })).toContainText("Large");
  await expect(preview(page).getByText("As on the label.")).toBeVisible();
  await addField(page, "Number", "Guests");
  await page.getByLabel("Largest number").fill("9");
  await page.getByText("More options").click();
  await page.getByLabel("Width").selectOption("Half");
  await page.getByText("Messages that don’t fit").click();
  await page.getByLabel("If a field isn’t in the list").selectOption("Leave it out");
  await save(page);
  await expect(page.getByText("Saved. New messages are checked.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  expect(await readFields(owner, form)).toMatchObject({
    otherFields: "drop",
    onInvalid: "reject",
    fields: [
      { name: "email", type: "email", label: "Your email", required: true },
      { name: "size", type: "choice", help: "As on the label." },
      { name: "guests", type: "number", max: 9, width: "half" },
    ],
  });
  expect((await readFields(owner, form)).fields[1]?.options).toEqual([
    { value: "Small", label: "Small" },
    { value: "l", label: "Large" },
  ]);

  // A website sends the name of a saved field, so it no longer follows the label.
  await page.getByRole("button", { name: /^Edit field 1/ }).click();
  await page.getByLabel("Label", { exact: true }).fill("Email address");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("email");
});

test("what browsers fill in is chosen by type, and what the API set stays @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const fields = [
    { ...field("mail"), type: "email", autocomplete: "work email" },
    field("city"),
    { ...field("terms"), type: "checkbox" },
  ];
  await saveFields(owner, form, { revision: null, fields });
  await page.goto(`/forms/${form.id}/form`);
  const autofill = page.getByLabel("Autofill");
  await page.getByRole("button", { name: /^Edit field 3/ }).click();
  await expect(page.getByLabel("Label", { exact: true })).toBeVisible();
  await expect(autofill).toHaveCount(0);
  await page.getByRole("button", { name: /^Edit field 3/ }).click();
  await page.getByRole("button", { name: /^Edit field 2/ }).click();
  await expect(autofill.locator("option:checked")).toHaveText("Automatic");
  await page.getByText("More options").click();
  await autofill.selectOption("City");
  await expect(preview(page).getByLabel("city")).toHaveAttribute("autocomplete", "address-level2");
  await page.getByRole("button", { name: /^Edit field 2/ }).click();
  await page.getByRole("button", { name: /^Edit field 1/ }).click();
  await expect(autofill).toHaveValue("work email");
  await save(page);
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await readFields(owner, form)).fields.map(({ autocomplete }) => autocomplete)).toEqual([
    "work email",
    "address-level2",
    null,
  ]);
  await page.getByRole("button", { name: /^Edit field 1/ }).click();
  await page.getByLabel("Type").selectOption("Phone");
  await expect(autofill.locator("option:checked")).toHaveText("Automatic");
});

test("the preview scrolls to the field that is edited, and never takes the focus @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/form`);
  await page.getByRole("button", { name: /^Bug report/ }).click();
  await expect(preview(page).getByText("Steps to reproduce")).toBeVisible();
  await addField(page, "Date", "");
  const label = page.getByLabel("Label", { exact: true });
  const scrolled = await page.evaluate(() => scrollY);
  await label.pressSequentially("Since when", { delay: 60 });
  await expect(label).toHaveValue("Since when");
  await expect(preview(page).getByLabel("Since when")).toBeInViewport();
  await expect(label).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test("unsaved fields survive leaving the page @matrix", async ({ dashboard: page, form }) => {
  await page.goto(`/forms/${form.id}/form`);
  await page.getByRole("button", { name: /^RSVP/ }).click();
  await page.getByRole("link", { name: "Notify", exact: true }).click();
  await expect(page.getByLabel("Email subject")).toBeVisible();
  await page.goBack();
  await expect.poll(() => labelsOf(page)).toContain("Will you be there?");
});

test("a draft that is discarded for what was saved elsewhere leaves no conflict behind @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await addField(page, "Short text", "Left behind");
  await saveFields(owner, form, { revision: null, fields: [field("elsewhere")] });
  await page.goto(`/forms/${form.id}/form`);
  await expect.poll(() => labelsOf(page)).toEqual(["Left behind"]);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => labelsOf(page)).toEqual(["elsewhere"]);
  await addField(page, "Short text", "Added");
  await save(page);
  await expect(page.getByText("Saved. New messages are checked.")).toBeVisible();
  const { fields } = await readFields(owner, form);
  expect(fields.map(({ name }) => name)).toEqual(["elsewhere", "added"]);
});

test("recent messages give fields, and what doesn't fit them is accepted @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await page.getByRole("button", { name: "From recent messages" }).click();
  await expect(page.getByText("no messages to learn from yet")).toBeVisible();
  const fields = { firstName: "Ada", email: "ada@example.com", topics: ["Art", "Music"] };
  await sendMessage(owner.baseUrl, form, fields);
  await page.getByRole("button", { name: "From recent messages" }).click();
  await expect(page.getByText("Found 3 fields in recent messages.")).toBeVisible();
  expect(await labelsOf(page)).toEqual(["First name", "Email", "Topics"]);
  await save(page);
  await expect(page.getByText("Saved. New messages are checked.")).toBeVisible();
  const saved = await readFields(owner, form);
  expect(saved.onInvalid).toBe("mark");
  expect(saved.fields.map(({ type }) => type)).toEqual(["text", "email", "choices"]);
});

test("the preview is light or dark, as wide as a phone or a computer, and adds no history @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/form`);
  const body = preview(page).locator("body");
  const background = () => body.evaluate((element) => getComputedStyle(element).backgroundColor);
  const width = () => body.evaluate(() => innerWidth);
  const entries = await page.evaluate(() => history.length);
  const light = await background();
  const narrow = await width();
  await page.getByRole("radio", { name: "Dark" }).last().check({ force: true });
  await expect.poll(background).not.toBe(light);
  await page.getByRole("radio", { name: "Computer" }).check({ force: true });
  await expect.poll(width).toBeGreaterThan(1.9 * narrow);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

const title = (page: Page) => page.getByLabel("Title", { exact: true });
const bar = (page: Page) => page.getByRole("button", { name: "Save changes" });

/** Changes both parts of the form's editor. */
async function changeBoth(page: Page): Promise<void> {
  await addField(page, "Short text", "Project");
  await title(page).fill("Ask us anything");
}

test("fields and page are one editor: one preview shows both, and one bar saves both @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await expect(bar(page)).toHaveCount(0);
  await changeBoth(page);
  await expect(page.getByTitle("Preview of the form")).toHaveCount(1);
  await expect(preview(page).getByRole("heading", { name: "Ask us anything" })).toBeVisible();
  await expect(preview(page).getByLabel("Project")).toBeVisible();
  await expect(bar(page)).toHaveCount(1);
  await expect(bar(page)).toBeInViewport();
  await save(page);
  await expect(bar(page)).toHaveCount(0);
  expect((await readFields(owner, form)).fields).toMatchObject([{ label: "Project" }]);
  expect((await readPage(owner, form)).title).toBe("Ask us anything");
});

test("a save sends only what has changed, so that it overwrites nothing else @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await title(page).fill("Mine");
  const fields = [{ name: "theirs", type: "text", label: "Theirs" }];
  await owner.api("POST", `/forms/${form.id}/fields`, 200, { revision: null, fields });
  await save(page);
  await expect(page.getByText("Saved. Visitors see it now.")).toBeVisible();
  expect((await readFields(owner, form)).fields).toMatchObject(fields);
});

test("one button discards both, and Undo takes that back @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await changeBoth(page);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(title(page)).toHaveValue("");
  await expect(page.getByRole("heading", { name: "No fields yet" })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(title(page)).toHaveValue("Ask us anything");
  expect(await labelsOf(page)).toEqual(["Project"]);
  await expect(preview(page).getByRole("heading", { name: "Ask us anything" })).toBeVisible();
  await save(page);
  await expect(bar(page)).toHaveCount(0);
  expect((await readPage(owner, form)).title).toBe("Ask us anything");
});

test("on a phone, links lead to each section and the preview @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/forms/${form.id}/form`);
  const sections = page.getByRole("navigation", { name: "Sections" });
  await sections.getByRole("link", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "Preview" })).toBeInViewport();
  await page.goto(`/forms/${form.id}/form#after-sending`);
  await expect(page.getByRole("heading", { name: "After sending" })).toBeInViewport();
});

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
