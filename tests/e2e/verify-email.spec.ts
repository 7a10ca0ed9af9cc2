import type { Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";

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
  const opened = page.waitForEvent("popup");
  await page.frameLocator("iframe").getByRole("link", { name: "Confirm email address" }).click();
  const confirmation = await opened;
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

async function openReset(page: Page, owner: Owner): Promise<void> {
  await page.goto("/reset-password");
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("we’ve sent a link")).toBeVisible();
  const { text } = await owner.awaitEmail("account", owner.email, "/reset-password?token=");
  await page.goto(/\S+\/reset-password\?token=\w+/.exec(text)?.[0] ?? "");
}

test("on a confirmed account, a reset revokes tokens unless the box is unchecked", async ({
  plainPage: page,
  owner,
}) => {
  const { token } = await owner.createToken("Kept");
  await owner.confirmEmail();
  await openReset(page, owner);
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
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${owner.baseUrl}/v1/token`, { headers })).status).toBe(200);
});

test("a sign-in in another browser is emailed, one in the same browser isn't", async ({
  page,
  context,
  owner,
}) => {
  const enter = async () => {
    await page.goto("/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
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
