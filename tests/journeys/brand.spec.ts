import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { ROOT } from "#server/start/checkout";
import { openTab } from "#tests/e2e/support/test";
import { openEmail, openFirstForm } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

const SAVED = "Saved. Visitors see it now.";
const AIRMAIL = /repeating-linear-gradient/;

/** What a page draws above everything else. */
const edgeOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body, "::before").backgroundImage);

/** Expects a page with the logo of Birch & Co, drawn, and without our airmail edge. */
async function expectBirch(page: Page): Promise<void> {
  const logo = page.getByRole("img", { name: "Birch & Co" });
  await expect(logo).toBeVisible();
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await edgeOf(page)).not.toMatch(AIRMAIL);
}

async function send(page: Page, message: string, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
}

test("an owner gives everything that visitors see the name, logo, and color of the business", async ({
  page: first,
  newPerson,
}) => {
  test.slow();
  const { page: owner } = await openFirstForm(first, "Workspace 7");
  const formUrl = new URL(owner.url()).pathname;
  await owner.goto(`${formUrl}/settings/spam`);
  await owner.getByLabel("Ask browsers to solve a challenge").check();
  await owner.getByRole("button", { name: "Save changes" }).click();
  await expect(owner.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await owner.goto(`${formUrl}/form`);
  const preview = owner.getByRole("link", { name: "Open saved page" });
  const address = (await preview.getAttribute("href")) ?? "";

  // No one has said yet who they are.
  const visitor = await newPerson();
  await visitor.goto(address);
  expect(await edgeOf(visitor)).toMatch(AIRMAIL);
  await send(visitor, "Is the shop open on Sunday?", "ines@example.org");

  await owner.goto("/settings");
  await owner.getByRole("link", { name: "Brand" }).first().click();
  await owner.getByLabel("Business name").fill("Birch & Co");
  await owner.getByLabel("Color", { exact: true }).fill("#1f6f43");
  const buffer = await readFile(join(ROOT, "public/icon-192.png"));
  const file = { name: "logo.png", mimeType: "image/png", buffer };
  await owner.getByLabel("Upload a logo").setInputFiles(file);
  // The preview has what isn't saved yet, the file too.
  const shown = owner.frameLocator("iframe[title='Preview of the brand']");
  await expect(shown.getByRole("img", { name: "Birch & Co" })).toHaveAttribute("src", /^data:/);
  await owner.getByTitle("Email", { exact: true }).click();
  await expect(shown.getByText("when you sent a message to Birch & Co")).toBeVisible();
  await owner.getByRole("button", { name: "Save brand" }).click();
  await expect(owner.getByText(SAVED)).toBeVisible();
  await expect(owner.getByAltText("Your logo")).toBeVisible();

  await owner.goto(`${formUrl}/notify/auto-reply`);
  await owner.getByLabel("Reply to visitors automatically").check();
  await owner.getByRole("button", { name: "Save auto-reply" }).click();
  await expect(owner.getByRole("button", { name: "Save auto-reply" })).toHaveCount(0);
  await owner.getByLabel("Confirm the address first").check();
  await owner.getByRole("button", { name: "Save double opt-in" }).click();
  await expect(owner.getByText("Saved. New messages wait for their sender.")).toBeVisible();

  await visitor.goto(address);
  await expectBirch(visitor);
  await visitor.getByLabel(/automatic/i).check();
  await send(visitor, "Do you have two oak trees in stock?", "tom@example.org");
  await expectBirch(visitor);

  const asked = await openEmail(owner, /Please confirm your message/);
  await expect(asked.getByRole("img", { name: "Birch & Co" })).toBeVisible();
  await expect(
    asked.getByRole("paragraph").filter({ hasText: "send your message to Birch & Co" }),
  ).toBeVisible();
  await expect(asked.getByText("Do you have two oak trees in stock?")).toBeVisible();
  await expect(asked.locator(".red")).toHaveCount(0);
  const link = asked.getByRole("link", { name: "Send my message" });
  const confirmation = await openTab(owner, link);
  await expectBirch(confirmation);
  await expect(confirmation.getByText("Do you have two oak trees in stock?")).toBeVisible();
  await confirmation.getByRole("button", { name: "Send my message" }).click();
  await expect(confirmation.getByText("Your message has been sent to Birch & Co.")).toBeVisible();
  await expectBirch(confirmation);

  const reply = await openEmail(owner, /Thank you for your message/);
  await expect(reply.getByRole("img", { name: "Birch & Co" })).toBeVisible();
  await expect(reply.locator(".red")).toHaveCount(0);
  const optOut = await openTab(owner, reply.getByRole("link", { name: /Unsubscribe/ }));
  await expectBirch(optOut);
});
