import { expect, test } from "#tests/e2e/support/test";

test("a form from the dashboard names itself and the sender in its subject, and Save is in view", async ({
  dashboard: page,
  owner,
}) => {
  await owner.addVerifiedRecipient();
  await page.goto("/forms/new");
  await page.getByLabel("Form name").fill("Contact");
  await page.getByRole("button", { name: "Create form" }).click();
  const tabs = page.getByRole("navigation", { name: "Form", exact: true });
  await tabs.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Email subject")).toHaveValue("{{form}}: {{name}}");
  await expect(page.getByLabel("Form name")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeInViewport();
  const titles = await page.getByRole("main").getByRole("heading").allTextContents();
  expect(titles.filter((title) => /protection|spam/i.test(title))).toEqual([]);
});

test("each requirement of the auto-reply stands apart", async ({ dashboard: page, owner }) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/auto-reply`);
  const text = await page.getByText("Not connected. Without one").boundingBox();
  const next = await page.getByRole("heading", { name: /A confirmed recipient/ }).boundingBox();
  expect((next?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeGreaterThan(24);
});
