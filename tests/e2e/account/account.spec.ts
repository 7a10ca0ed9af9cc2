import { expect, fillSignIn, openTab, test } from "#tests/e2e/support/test";
import { Owner } from "#tests/support/factories/owner";

test("after signing out every page asks to sign in and leads back afterwards", async ({
  dashboard: page,
  owner,
}) => {
  await page.goto("/forms");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/test-inbox?kind=account");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fillSignIn(page, owner);
  await expect(page).toHaveURL("/test-inbox?kind=account");
  await expect(page.getByRole("heading", { name: "Test inbox" })).toBeVisible();
});

test("signing in works without JavaScript", async ({ plainPage: page, owner }) => {
  await page.goto("/sign-in?next=/forms");
  await fillSignIn(page, owner);
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await expect(page).toHaveURL("/forms");
});

test("a rejected sign-up without JavaScript keeps typed text and shows the errors", async ({
  plainPage: page,
}) => {
  await page.goto("/sign-up");
  await page.getByLabel("Workspace name").fill("Harbour Studio");
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Must be at least 12 characters.")).toBeVisible();
  await expect(page.getByLabel("Workspace name")).toHaveValue("Harbour Studio");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("nobody");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("a password reset on an unconfirmed address works once, and ends every session and token", async ({
  owner,
  dashboard,
  stranger: visitor,
}) => {
  await visitor.goto("/reset-password");
  await visitor.getByLabel("Email", { exact: true }).fill(owner.email);
  await visitor.getByRole("button", { name: "Send link" }).click();
  await expect(visitor.getByText("we’ve sent a link")).toBeVisible();

  const mail = await owner.awaitEmail("account", owner.email, "/reset-password?token=");
  await dashboard.goto(`/test-inbox/${mail.id}`);
  const mailed = dashboard.frameLocator("iframe").getByRole("link").first();
  const link = (await openTab(dashboard, mailed)).url();
  const twice = await visitor.context().newPage();
  await twice.goto(link);
  await visitor.goto(link);
  await expect(visitor.getByText("This also revokes the account’s API tokens")).toBeVisible();
  await expect(visitor.getByLabel("Also revoke my API tokens")).toHaveCount(0);
  await visitor.getByLabel("New password", { exact: true }).fill("a brand new password");
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor.getByRole("heading", { name: /^Welcome/ })).toBeVisible();

  await dashboard.goto("/forms");
  await expect(dashboard.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fillSignIn(dashboard, owner);
  await expect(dashboard.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(dashboard.getByLabel("Email", { exact: true })).toHaveValue(owner.email);
  await fillSignIn(dashboard, { ...owner, password: "a brand new password" });
  await expect(dashboard).toHaveURL("/forms");

  await twice.getByLabel("New password", { exact: true }).fill("one more new password");
  await twice.getByRole("button", { name: "Set password" }).click();
  await expect(twice.getByRole("main").getByRole("alert")).toContainText("already used");
  await twice.goto(link);
  await expect(twice.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await twice.getByRole("link", { name: "Request a new link" }).click();
  await expect(twice.getByRole("button", { name: "Send link" })).toBeVisible();
});

test("another workspace's forms and emails are not found", async ({
  dashboard: page,
  serviceUrl,
}) => {
  const other = await Owner.signUp(serviceUrl);
  const form = await other.createForm("Private");
  const [mail] = await other.listEmails();
  for (const path of [
    `/forms/${form.id}`,
    `/forms/${form.id}/settings`,
    `/test-inbox/${mail?.id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByText("Private")).toHaveCount(0);
  }
});
