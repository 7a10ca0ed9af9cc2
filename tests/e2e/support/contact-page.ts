import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { expect } from "#tests/e2e/support/test";
import type { Website } from "#tests/e2e/support/website";

type ContactPage = {
  /** Attributes of the form, besides `action` and `method`. */
  attributes?: string;
  /** Its fields, instead of a name, a message, and a button. */
  fields?: string;
  /** HTML after the form, before the form script. */
  after?: string;
  policy?: string;
};

export const SERVICE = `http://localhost:${process.env.E2E_PORT}`;
export const FORM_SCRIPT = `<script src="${SERVICE}/form.js"></script>`;

export const FIELDS = `<p><label>Name <input name="name"></label></p>
  <p><label>Message <textarea name="message"></textarea></label></p>
  <button>Send</button>`;
export const FILE_FIELD =
  '<p><label for="file">File</label><input type="file" id="file" name="file"></p>';

export const address = ({ publicKey }: Pick<Form, "publicKey">) => `${SERVICE}/f/${publicKey}`;

/** Opens a website's page with a plain form that the form script enhances. */
export async function openContactPage(
  page: Page,
  website: Website,
  form: Pick<Form, "publicKey">,
  { attributes = "", fields = FIELDS, after = "", policy }: ContactPage = {},
): Promise<string> {
  const html = `<main><h1>Contact</h1>
    <form action="${address(form)}" method="post" ${attributes}>${fields}</form></main>
    ${after}${FORM_SCRIPT}`;
  const url = website.publish("/contact", html, policy);
  await page.goto(url);
  return url;
}

export async function fillAndSend(page: Page, message: string): Promise<void> {
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Send" }).click();
}

/** The visitor reads that the message has arrived, without leaving the page. */
export async function expectSent(page: Page): Promise<void> {
  await expect(page.getByRole("status")).toHaveText(/^Thank you/);
  await expect(page.getByRole("alert")).toHaveText("");
}

/** The visitor reads why it hasn't, and finds the text still there. */
export async function expectRejected(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByRole("alert")).toHaveText(words);
  await expect(page.getByRole("status")).toHaveText("");
}
