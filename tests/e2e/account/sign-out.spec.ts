import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { openInbox, openInboxWith, openMessage, receive, row } from "#tests/e2e/support/inbox";
import { expect, fillSignIn, test } from "#tests/e2e/support/test";
import { Owner } from "#tests/support/factories/owner";

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
