import type { Locator, Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { expect } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { sendMessage } from "#tests/support/factories/service-requests";

/** A message's row in the list; an unread one's name starts with "Unread: ". */
export const row = (page: Page, sender: string): Locator =>
  page.getByRole("list", { name: "Messages" }).getByRole("link", { name: new RegExp(sender) });

/** All rows of the list. */
export const rows = (page: Page): Locator =>
  page.getByRole("list", { name: "Messages" }).getByRole("link");

/** Opens the inbox and waits until it's hydrated: rows have checkboxes from then on. */
export async function openInbox(page: Page, path = "/inbox"): Promise<void> {
  await page.goto(path);
  // On a phone, an open message hides the list.
  const boxes = page.getByRole("checkbox", { name: /^Select message from/, includeHidden: true });
  await expect(boxes).not.toHaveCount(0);
}

export async function openMessage(page: Page, sender: string): Promise<Locator> {
  await row(page, sender).click();
  await expectOpen(page, sender);
  return page.getByRole("article");
}

/** The message has loaded into its pane. */
export async function expectOpen(page: Page, sender: string): Promise<void> {
  const message = page.getByRole("article");
  await expect(message.getByRole("heading", { level: 2, name: sender })).toBeVisible();
  await expect(message.getByRole("heading", { name: "Notifications" })).toBeVisible();
}

/** Submits messages from these people in order; the last is the newest. */
export async function receive(owner: Owner, form: Form, senders: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of senders)
    ids.push(await sendMessage(owner.baseUrl, form, { name, message: `From ${name}` }));
  return ids;
}

/** Opens the inbox with messages from these people. @returns their IDs */
export async function openInboxWith(page: Page, owner: Owner, senders: string[]) {
  const ids = await receive(owner, await owner.createForm("Contact"), senders);
  await openInbox(page);
  return ids;
}

/** Selects messages by their checkboxes. */
export async function select(page: Page, ...senders: string[]): Promise<void> {
  for (const sender of senders)
    await page.getByRole("checkbox", { name: `Select message from ${sender}` }).check();
}

/** The folder of each message by ID, from the API. */
export async function foldersOf(owner: Owner): Promise<Record<string, string>> {
  const messages = await owner.listMessages();
  return Object.fromEntries(messages.map(({ id, folder }) => [id, folder]));
}
