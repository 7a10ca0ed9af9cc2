import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { openInbox, openInboxWith, openMessage, receive, row } from "#tests/e2e/support/inbox";
import { expect, fillSignIn, inspectToken, openTab, test } from "#tests/e2e/support/test";
import { followReset } from "#tests/e2e/support/views";
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

const banner = (page: Page) => page.getByRole("region", { name: "Email confirmation" });

test("the banner leads to the email; confirming removes it and adds the address as a recipient", async ({
  dashboard: page,
  owner,
}) => {
  await owner.ownLink();
  for (const path of ["/inbox", "/forms", "/settings", "/welcome"]) {
    await page.goto(path);
    await expect(banner(page)).toContainText(owner.email);
  }
  await banner(page).getByRole("link", { name: "Open email" }).click();
  await expect(page).toHaveURL(/\/test-inbox\/[\w-]{36}$/);
  const link = page.frameLocator("iframe").getByRole("link", { name: "Confirm email address" });
  const confirmation = await openTab(page, link);
  await expect(confirmation.getByText(owner.email)).toBeVisible();
  await page.goto("/welcome");
  await expect(banner(page), "opening the link changes nothing").toBeVisible();
  await confirmation.getByRole("button", { name: "Confirm address" }).click();
  await expect(confirmation.getByRole("status")).toContainText(`${owner.email} is confirmed`);
  await expect(confirmation, "the next step").toHaveURL(/\/forms\/new/);
  await confirmation.goto("/");
  await expect(confirmation.getByText("1 of 5 done")).toBeVisible();
  await expect(banner(confirmation)).toHaveCount(0);
  await confirmation.goto("/recipients");
  await expect(confirmation.getByRole("listitem").filter({ hasText: owner.email })).toBeVisible();
});

test("the email is sent again at most once a minute", async ({ dashboard: page, owner }) => {
  await owner.ownLink();
  await page.goto("/forms");
  await banner(page).getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("sent less than a minute ago")).toBeVisible();
});

test("on a confirmed account, a reset revokes tokens unless the box is unchecked", async ({
  plainPage: page,
  owner,
}) => {
  const { token } = await owner.createToken("Kept");
  await owner.confirmEmail();
  await followReset(page, owner);
  const box = page.getByLabel("Also revoke my API tokens");
  await expect(box).toBeChecked();
  await page.getByLabel("New password", { exact: true }).fill("short");
  await box.uncheck();
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Must be at least 12 characters.")).toBeVisible();
  await expect(box, "the choice is kept").not.toBeChecked();
  await page.getByLabel("New password", { exact: true }).fill("a brand new password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  expect((await inspectToken(owner, token)).status).toBe(200);
});

test("a sign-in in another browser is emailed, one in the same browser isn't", async ({
  page,
  context,
  owner,
}) => {
  const enter = async () => {
    await page.goto("/sign-in");
    await fillSignIn(page, owner);
    await expect(page).toHaveURL("/welcome");
  };
  await enter();
  const { text } = await owner.awaitEmail("account", owner.email, "haven’t seen before");
  expect(text).toMatch(/Browser: Chrome on Linux\n/);
  await context.clearCookies({ name: "session" });
  await enter();
  await owner.createToken("Later than the sign-in");
  await owner.awaitEmail("account", owner.email, "Later than the sign-in");
  const emails = await owner.listEmails({ kind: "account" });
  expect(emails.filter(({ subject }) => subject.startsWith("New sign-in"))).toHaveLength(1);
});

/** Returns whether a text is anywhere in the memory of a page's scripts, or in its storage. */
async function holds(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.takeHeapSnapshot");
  await session.detach();
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  return chunks.join("").includes(text) || stored.includes(text);
}

const inboxLink = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });

test("signing out sends held deletions and leaves nothing of the workspace in the tab @matrix", async ({
  owner,
  elsewhere: page,
  serviceUrl,
}) => {
  const secret = `Zanzibar-${randomUUID()}`;
  const form = await owner.createForm("Contact");
  await receive(owner, form, [`Cleo ${secret}`, `Bob ${secret}`, `Ada ${secret}`]);
  await openInbox(page);
  await openMessage(page, "Ada");
  expect(await holds(page, secret)).toBe(true);
  await page.keyboard.press("e");
  await expect(row(page, "Ada")).toHaveCount(0);
  await openMessage(page, "Bob");
  await page.keyboard.press("#");
  await expect(page.getByText("Deleted 1 message.")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await holds(page, secret)).toBe(false);

  const other = await Owner.signUp(serviceUrl, "Another Studio");
  await receive(other, await other.createForm("Contact"), ["Dan"]);
  await fillSignIn(page, other);
  await inboxLink(page).click();
  await expect(row(page, "Dan")).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect(await holds(page, secret)).toBe(false);

  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search pages, forms, and messages").fill("sign out");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fillSignIn(page, owner);
  await inboxLink(page).click();
  await expect(row(page, "Cleo")).toBeVisible();
  await expect(row(page, "Bob")).toHaveCount(0);
});

test("when a session ends and someone else signs in, the inbox shows only their messages @matrix", async ({
  owner,
  elsewhere: page,
  serviceUrl,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  await openMessage(page, "Ada");
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Deliveries" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const other = await Owner.signUp(serviceUrl, "Another Studio");
  await receive(other, await other.createForm("Contact"), ["Dan"]);
  await fillSignIn(page, other);
  await inboxLink(page).click();
  await expect(row(page, "Dan")).toBeVisible();
  await expect(row(page, "Ada|Bob")).toHaveCount(0);
  await expect(page.getByText("No message open")).toBeVisible();
});

test("sign-in says what the product does, and a forgotten password keeps the typed address @matrix", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("main")).toContainText("receives your website’s forms");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset password" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ada@example.com");
  expect(page.url()).not.toContain("ada");
});

test("a new sign-in email works once it's confirmed", async ({ dashboard: page, owner }) => {
  const email = `new-${owner.email}`;
  await page.goto("/settings/security");
  const form = page.locator("form").filter({ hasText: "New address" });
  await form.getByLabel("New address").fill(email);
  await form.getByLabel("Current password", { exact: true }).fill("not the password");
  await form.getByRole("button", { name: "Send confirmation" }).click();
  await expect(form.getByRole("alert")).toContainText("is incorrect");
  await expect(form.getByLabel("New address")).toHaveValue(email);
  await form.getByLabel("Current password", { exact: true }).fill(owner.password);
  await form.getByRole("button", { name: "Send confirmation" }).click();
  await expect(form.getByRole("status").filter({ hasText: email })).toBeVisible();

  const mail = await owner.awaitEmail("account", email);
  await page.goto(`/test-inbox/${mail.id}`);
  const link = page.frameLocator("iframe").getByRole("link").first();
  const confirmation = await openTab(page, link);
  await confirmation.getByRole("button", { name: "Confirm address" }).click();
  await expect(confirmation.getByRole("status")).toContainText(`Sign in with ${email}`);
  await page.goto("/settings");
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await confirmation.goto(/\S+\/confirm-email\?token=\w+/.exec(mail.text)?.[0] ?? "");
  await expect(confirmation.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
});

test("nothing typed is lost when the session ends", async ({ dashboard: page, owner }) => {
  await page.goto("/settings");
  const form = page.locator("form").filter({ hasText: "Workspace ID" });
  await form.getByLabel("Name", { exact: true }).fill("A better name");
  const headers = { origin: owner.baseUrl };
  expect((await page.request.post("/api/account/sign-out", { headers })).status()).toBe(204);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText(
    "You’re signed out, so this didn’t go through.",
  );
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("A better name");
  const other = await openTab(page, form.getByRole("link", { name: "sign in in another tab" }));
  await fillSignIn(other, owner);
  await expect(other).toHaveURL("/welcome");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("A better name");
});

test("other sessions can be ended one by one or all at once", async ({
  dashboard: page,
  owner,
  browser,
  serviceUrl,
}) => {
  const others = await Promise.all(
    [1, 2].map(async () => {
      const context = await browser.newContext({ baseURL: serviceUrl });
      const other = await context.newPage();
      await other.goto("/sign-in");
      await fillSignIn(other, owner);
      await expect(other).toHaveURL("/welcome");
      return other;
    }),
  );
  const areOut = async () => {
    const out = await Promise.all(
      others.map(async (other) => {
        await other.goto("/forms");
        return other.url().includes("/sign-in");
      }),
    );
    return out.filter(Boolean).length;
  };
  await page.goto("/settings/security");
  await page
    .getByRole("button", { name: /^Sign out .* on / })
    .first()
    .click();
  await expect(page.getByText("Session ended.")).toBeVisible();
  expect(await areOut()).toBe(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Sign out everywhere else" })
    .click();
  await expect(page.getByText("No other active sessions.")).toBeVisible();
  expect(await areOut()).toBe(2);
  await page.goto("/forms");
  await expect(page).toHaveURL("/forms");
  await Promise.all(others.map((other) => other.context().close()));
});
