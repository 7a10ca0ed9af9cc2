import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import { openTab } from "#tests/e2e/support/test";
import { expect } from "#tests/journeys/support/test";

export const PASSWORD = "a long enough password";

/** Signs up with a workspace of this name. @returns the address */
export async function signUp(page: Page, workspace: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto("/sign-up");
  await page.getByLabel("Workspace name").fill(workspace);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: `Welcome, ${workspace}` })).toBeVisible();
  return email;
}

/** Signs in on the page for that, and waits for the dashboard. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
}

/** Confirms the owner's address from the welcome page. @returns the tab that goes on to the first form */
export async function confirmAddress(page: Page): Promise<Page> {
  await page.getByRole("listitem").getByRole("link", { name: "Open email" }).click();
  const button = page.frameLocator("iframe").getByRole("link", { name: "Confirm email address" });
  const tab = await openTab(page, button);
  await tab.getByRole("button", { name: "Confirm address" }).click();
  await expect(tab.getByLabel("Form name")).toBeFocused();
  return tab;
}

/** Signs up, confirms the address, and creates the first form. @returns the page of that form, and the owner's address */
export async function openFirstForm(page: Page, workspace: string, form = "Contact") {
  const email = await signUp(page, workspace);
  const tab = await confirmAddress(page);
  await tab.getByLabel("Form name").fill(form);
  await tab.getByRole("button", { name: "Create form" }).click();
  await expect(tab.getByRole("heading", { level: 1, name: form })).toBeVisible();
  return { page: tab, email };
}

/** The HTML snippet of the form whose page is open. */
export async function copySnippet(page: Page): Promise<string> {
  const code = page.getByLabel("HTML snippet", { exact: true }).locator("code");
  return (await code.textContent()) ?? "";
}

/** The address that the open form's snippet posts to. */
export async function readAction(page: Page): Promise<string> {
  const [, action = ""] = /action="([^"]+)"/.exec(await copySnippet(page)) ?? [];
  return action;
}

/** Opens the newest captured email with this subject. @returns its content */
export async function openEmail(page: Page, subject: RegExp): Promise<Locator> {
  const mail = page.getByRole("link", { name: subject }).first();
  await expect(async () => {
    await page.goto("/test-inbox");
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  return page.frameLocator("iframe").locator("body");
}

/** Opens the message with this text in the inbox. */
export async function openMessage(page: Page, text: RegExp): Promise<Locator> {
  await page.goto("/inbox");
  await page.getByRole("link", { name: text }).first().click();
  const message = page.getByRole("article");
  await expect(message).toBeVisible();
  return message;
}
