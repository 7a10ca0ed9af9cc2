import type { Page } from "playwright/test";
import { FormPage } from "#lib/domain/forms/page/page-schema";
import { addField, labelsOf, preview, readFields, save } from "#tests/e2e/support/editors";
import { expect, test } from "#tests/e2e/support/test";
import { dataOf } from "#tests/support/factories/service-requests";

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
  const saved = await dataOf(await owner.api("GET", `/forms/${form.id}/page`, 200), FormPage);
  expect(saved.title).toBe("Ask us anything");
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
  const saved = await dataOf(await owner.api("GET", `/forms/${form.id}/page`, 200), FormPage);
  expect(saved.title).toBe("Ask us anything");
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
