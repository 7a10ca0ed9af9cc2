import type { Locator, Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { expect } from "#tests/e2e/support/test";
import type { Website } from "#tests/e2e/support/website";

/** Fills in every field that a visitor sees. */
async function fillIn(form: Locator): Promise<void> {
  for (const field of await form.locator("input, textarea").all()) {
    const kind = await field.evaluate((element: HTMLInputElement) =>
      element.checkVisibility() && element.labels?.length ? element.type : "hidden",
    );
    if (kind === "email") await field.fill("ada@example.com");
    if (kind === "text" || kind === "textarea") await field.fill("It's “fine” <b>!");
    const buffer = Buffer.from("%PDF-1.7\n");
    if (kind === "file")
      await field.setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer });
  }
}

/** A part of a form inside a form. */
export function wrapPart(html: string, address: string): string {
  if (html.includes("<form")) return html;
  return `<form action="${address}" method="post"><label>Message <input name="message"></label>${html}<button>Send</button></form>`;
}

/**
 * Opens a page of someone else's website, fills in its form, and submits it.
 *
 * @returns the status of the response to the submission
 */
export async function submitFormOf(page: Page, url: string, form: Form): Promise<number> {
  await page.goto(url);
  const shown = page.locator("form");
  await expect(shown).toHaveCount(1);
  await fillIn(shown);
  const responded = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.url().endsWith(`/f/${form.publicKey}`),
  );
  await shown.locator("button").click();
  return (await responded).status();
}

/** Publishes a script that fills the page's `#app`. @returns the page's URL */
export function publishApp(website: Website, script: string): string {
  website.publishScript("/app.js", script);
  return website.publish(
    "/app",
    '<div id="app"></div><script type="module" src="/app.js"></script>',
  );
}
