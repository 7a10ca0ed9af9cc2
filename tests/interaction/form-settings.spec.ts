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

test("a form accepts the types of files that are checked, and at least one", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Job application");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByRole("switch", { name: "Accept files" }).check();
  const types = page.getByRole("group", { name: "Types of files" });
  for (const type of await types.getByRole("checkbox").all()) await type.uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(types.getByText("must include at least one type")).toBeVisible();
  await types.getByRole("checkbox", { name: "PDF" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(`/f/${form.publicKey}`);
  await expect(page.getByText("(PDF)")).toBeVisible();
  await expect(page.locator("input[type=file]")).toHaveAttribute("accept", ".pdf");
});
