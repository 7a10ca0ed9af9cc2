import { expect, signIn, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("pausing a form asks first and closes it to visitors until it's resumed", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const status = async () => (await fetch(`${owner.baseUrl}/f/${form.publicKey}`)).status;
  await page.goto(`/forms/${form.id}`);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Pause form" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  expect(await status()).toBe(403);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  expect(await status()).toBe(200);
});

test("deleting a form shows how many messages are deleted with it", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  for (const message of ["one", "two"]) await sendMessage(owner.baseUrl, form, { message });
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByRole("button", { name: "Delete form" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("2 messages will be permanently deleted, with all files");
  await expect(question.getByRole("button", { name: "Delete form" })).toBeDisabled();
  await question.getByLabel("Type delete 2 messages to confirm").fill("delete 2 messages");
  await question.getByRole("button", { name: "Delete form" }).click();
  await expect(page.getByText("No forms yet")).toBeVisible();
  expect(await owner.listMessages()).toEqual([]);
});

test("an invalid setting shows its error at the field, and the other fields keep their text", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/settings/spam`);
  await page.getByLabel("Allowed origins").fill("https://example.com/path");
  await page.getByLabel("Honeypot field").fill("website");
  await page.getByRole("button", { name: "Save changes" }).click();
  const field = page.getByLabel("Allowed origins");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/HTTPS origin/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("https://example.com/path");
  await expect(page.getByLabel("Honeypot field")).toHaveValue("website");
  await field.fill("https://EXAMPLE.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(field).toHaveValue("https://example.com");
  await page.reload();
  await expect(field).toHaveValue("https://example.com");
});

test("a test message from the form's page arrives in the inbox", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}`);
  await page.getByLabel("Message", { exact: true }).fill("Does it work?");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect.poll(async () => (await owner.listMessages()).length).toBe(1);
  await expect(page.getByText(/^Recipients: told-\S+ \(form default\)\.$/)).toBeVisible();
  await expect(
    page.getByText(/^The email to told-\S+ was captured in the test inbox\.$/),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /Does it work\?/ })).toBeVisible();
});

test("a form's page shows its activity first, and its code under Install", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}`);
  await expect(page.getByRole("heading", { name: "Add this form to your site" })).toBeVisible();
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await sendMessage(owner.baseUrl, form, { message: "Buy", botcheck: "x" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Last 30 days" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Last 30 days: 1 accepted, 1 spam" })).toBeVisible();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText(/11$/);
  await expect(page.getByRole("heading", { name: "Add this form to your site" })).toHaveCount(0);
  await page.getByRole("link", { name: "Install", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add this form to your site" })).toBeVisible();
});

test("the selected theme is remembered and overrides the system's", async ({
  dashboard: page,
  owner,
  context,
}) => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/forms");
  const menu = page.locator("summary", { hasText: "Workspaces and theme" });
  await menu.click();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  expect(await background()).toBe("dark");
  await page.reload();
  expect(await background()).toBe("dark");
  await signIn(context, owner);
  await page.goto("/usage");
  await menu.click();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("a form URL without a hosted form isn't presented as one, and a test message would be rejected", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const link = page.getByRole("link", { name: "Open hosted form" });
  await page.goto(`/forms/${form.id}`);
  await expect(page.getByText("Open it in a browser to share a hosted form.")).toBeVisible();
  await expect(link).toBeVisible();
  const settings = { allowedOrigins: ["https://www.example.com"] };
  await owner.updateForm(form.id, { settings });
  await page.reload();
  await expect(
    page.getByText("The hosted form is off while allowed origins are set."),
  ).toBeVisible();
  await expect(page.getByText(/^Only https:\/\/www\.example\.com can submit/)).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.goto(`/forms/${form.id}/form`);
  const section = page.getByRole("region", { name: "Preview" });
  await expect(section.getByText("Visitors can’t open this page while")).toBeVisible();
  await expect(section.getByRole("link", { name: "Open saved page" })).toHaveCount(0);
  await section.getByRole("link", { name: "allowed origins" }).click();
  await expect(page.getByLabel("Allowed origins")).toHaveValue("https://www.example.com");
});
