import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { openInbox, openMessage, receive, row } from "#tests/e2e/support/inbox";
import { expect, signIn, test } from "#tests/e2e/support/test";
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

async function enterCredentials(page: Page, { email, password }: Owner): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** A signed-in page in a separate context: the default one fails the test when a request fails. */
async function openPage(browser: Browser, owner: Owner): Promise<Page> {
  const context = await browser.newContext({ baseURL: owner.baseUrl });
  await signIn(context, owner);
  return context.newPage();
}

test("signing out sends held deletions and leaves nothing of the workspace in the tab", async ({
  owner,
  browser,
  serviceUrl,
}) => {
  const page = await openPage(browser, owner);
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
  await enterCredentials(page, other);
  await inboxLink(page).click();
  await expect(row(page, "Dan")).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect(await holds(page, secret)).toBe(false);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await enterCredentials(page, owner);
  await inboxLink(page).click();
  await expect(row(page, "Cleo")).toBeVisible();
  await expect(row(page, "Bob")).toHaveCount(0);
  await page.context().close();
});

test("when a session ends and someone else signs in, the inbox shows only their messages", async ({
  owner,
  browser,
  serviceUrl,
}) => {
  await receive(owner, await owner.createForm("Contact"), ["Bob", "Ada"]);
  const page = await openPage(browser, owner);
  await openInbox(page);
  await openMessage(page, "Ada");
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const other = await Owner.signUp(serviceUrl, "Another Studio");
  await receive(other, await other.createForm("Contact"), ["Dan"]);
  await enterCredentials(page, other);
  await inboxLink(page).click();
  await expect(row(page, "Dan")).toBeVisible();
  await expect(row(page, "Ada|Bob")).toHaveCount(0);
  await expect(page.getByText("No message open")).toBeVisible();
  await page.context().close();
});
