import type { Page } from "playwright/test";
import { expect, fillSignIn, inspectToken, openTab, test } from "#tests/e2e/support/test";
import { followReset } from "#tests/e2e/support/views";

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
