import { randomUUID } from "node:crypto";
import { tabTo } from "#tests/e2e/support/keys";
import { expect, openTab, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

test("a new owner has the first form's code after five clicks", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/sign-up");
  // No account can see the test inbox yet.
  const bar = page.getByRole("region", { name: "Environment" });
  await expect(bar).toHaveText("Test mode: email is captured instead of sent");
  await page.getByLabel("Workspace name").fill("Example Studio");
  const email = `${randomUUID()}@example.com`;
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Example Studio" })).toBeVisible();
  await expect(bar.getByRole("link", { name: "test inbox" })).toBeVisible();

  // 1
  await page.getByRole("listitem").getByRole("link", { name: "Open email" }).click();
  await expect(page).toHaveURL(/\/test-inbox\/[\w-]{36}$/);
  // 2
  const mailed = page.frameLocator("iframe").getByRole("link", { name: "Confirm email address" });
  const tab = await openTab(page, mailed);
  // 3
  await tab.getByRole("button", { name: "Confirm address" }).click();
  await expect(tab.getByRole("status").filter({ hasText: `${email} is confirmed` })).toBeVisible();
  await expect(tab.getByLabel("Form name")).toBeFocused();
  await expect(tab.getByRole("checkbox", { name: email })).toBeChecked();
  await tab.keyboard.type("Contact");
  // 4
  await tab.getByRole("button", { name: "Create form" }).click();
  await tab.waitForURL(/\/forms\/[\w-]{36}$/);
  const copy = tab.getByRole("tabpanel").getByRole("button", { name: /^Copy/ });
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 375, height: 812 },
  ]) {
    await tab.setViewportSize(viewport);
    await expect(copy).toBeInViewport();
    await expect(tab.getByRole("region", { name: "HTML snippet" })).toBeInViewport();
  }
  // 5
  await copy.click();
  const code = await tab.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/<form action="\S+\/f\/\w+" method="post"/);
});

test("the first run works by keyboard alone", async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto("/sign-up");
  await tabTo(page, "textbox", "Workspace name");
  for (const text of ["Example Studio", email, "correct horse battery"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await tabTo(page, "button", "Create account");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await tabTo(page, "link", "Open email");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Preview" })).toBeVisible();
  const link = page.frameLocator("iframe").getByRole("link", { name: "Confirm email address" });
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused({ timeout: 100 });
  }).toPass();
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  const tab = await opened;
  await expect(tab.getByRole("button", { name: "Confirm address" })).toBeVisible();
  await tabTo(tab, "button", "Confirm address");
  await tab.keyboard.press("Enter");
  await expect(tab.getByLabel("Form name")).toBeFocused();
  await tab.keyboard.type("Contact");
  await tab.keyboard.press("Enter");
  await expect(tab.getByRole("region", { name: "HTML snippet" })).toBeVisible();
  await tabTo(tab, "button", /^Copy/);
});

test("without a session, the link asks for the account's password", async ({
  stranger: page,
  owner,
}) => {
  await page.goto(await owner.ownLink());
  const confirm = page.getByRole("button", { name: "Confirm address" });
  await page.getByLabel("Your account’s password", { exact: true }).fill("not the password");
  await confirm.click();
  await expect(page.getByRole("alert").filter({ hasText: "is incorrect" })).toBeVisible();
  await page.getByLabel("Your account’s password", { exact: true }).fill(owner.password);
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("“This wasn’t me” deletes the account that someone created with the address", async ({
  stranger: page,
  dashboard,
  owner,
}) => {
  await page.goto(await owner.ownLink());
  await page.getByRole("button", { name: "This wasn’t me" }).click();
  await expect(page.getByRole("heading", { name: "Account deleted" })).toBeVisible();
  await dashboard.goto("/inbox");
  await expect(dashboard.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});

test("an unconfirmed account is led to the email where it can’t do something yet, and the page notices the confirmation", async ({
  dashboard: page,
  owner,
}) => {
  await owner.ownLink();
  for (const [path, what] of [
    ["/tokens", "create API tokens"],
    ["/tokens/new", "create API tokens"],
    ["/settings/members", "invite others"],
    ["/settings/security", "turn on two-step verification"],
    ["/settings/security", "add a passkey"],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(main.getByText(`Confirm your email address to ${what}.`)).toBeVisible();
    await expect(main.getByRole("link", { name: "Open email" }).first()).toBeVisible();
  }
  await page.goto("/tokens");
  await owner.confirmEmail();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("link", { name: "New token" })).toBeVisible();
});

test("onboarding steps are checked off as they happen", async ({ dashboard: page, owner }) => {
  await page.goto("/welcome");
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expect(page.getByRole("heading", { name: /\(done\)$/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Create a form" }).click();
  await expect(page).toHaveURL("/forms/new");
  await page.goBack();
  const form = await owner.createForm("Contact");
  await page.reload();
  await expect(page.getByText("2 of 5 done")).toBeVisible();
  await owner.awaitSent(await sendMessage(owner.baseUrl, form, { message: "Hello" }));
  await page.reload();
  await expect(page.getByText("4 of 5 done")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Read it in the inbox" })).toBeVisible();
  const [message] = await owner.listMessages();
  await owner.updateMessage(message?.id ?? "", { read: true });
  await page.reload();
  await expect(page.getByRole("heading", { name: "You’re all set" })).toBeVisible();
  const left = page.getByRole("list", { name: "Steps left" });
  await expect(left.getByRole("listitem"), "only what’s left").toHaveCount(1);
  await expect(page.getByRole("link", { name: /^Route messages/ })).toHaveAttribute(
    "href",
    `/forms/${form.id}/notify/routing`,
  );
  await expect(page.getByRole("link", { name: "Get started" })).toHaveCount(0);
  await owner.api("DELETE", `/submissions/${message?.id}`, 204);
  await page.goto("/");
  await expect(page, "also once the test message is deleted").toHaveURL("/inbox");
  await expect(page.getByRole("link", { name: "Get started" })).toHaveCount(0);
});

test("the webhook step leads to the forms, or to the form's integrations once there is a form", async ({
  dashboard: page,
  owner,
}) => {
  await page.goto("/welcome");
  const step = page.getByRole("listitem").filter({ hasText: "Connect a webhook" });
  await expect(step.getByRole("link", { name: "Open forms" })).toHaveAttribute("href", "/forms");
  const form = await owner.createForm("Contact");
  await page.reload();
  await step.getByRole("link", { name: "Connect webhook" }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/integrations`);
  await expect(page.getByLabel("URL")).toBeVisible();
});
