import {
  addField,
  labelsOf,
  preview,
  readFields,
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
