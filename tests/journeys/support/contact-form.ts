import { expect, type Page } from "playwright/test";
import type { Website } from "#tests/e2e/support/website";

/**
 * Publishes a page with a form, and opens a visitor's browser.
 *
 * @param action - where the form posts to
 * @returns what the visitor sends a message with, until they're thanked
 */
export async function openContactForm(
  website: Website,
  action: string,
  newPerson: () => Promise<Page>,
) {
  website.publish(
    "/contact",
    `<form action="${action}" method="post">
      <label>Name <input name="name"></label>
      <label>Email <input name="email" type="email"></label>
      <label>Message <textarea name="message"></textarea></label>
      <button>Send</button>
    </form>`,
  );
  const visitor = await newPerson();
  return async (name: string, email: string, message: string): Promise<void> => {
    await visitor.goto(`${website.origin}/contact`);
    await visitor.getByLabel("Name").fill(name);
    await visitor.getByLabel("Email").fill(email);
    await visitor.getByLabel("Message").fill(message);
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  };
}
