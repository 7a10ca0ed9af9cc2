import type { Page } from "playwright/test";
import { openTab } from "#tests/e2e/support/test";
import { serveWidget } from "#tests/e2e/support/widget";
import { openFirstForm } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

/** Sends a message from the hosted form, with Cloudflare's widget passed. */
async function send(visitor: Page, address: string, message: string): Promise<void> {
  await serveWidget(visitor);
  await visitor.goto(address);
  await visitor.getByLabel("Email").fill("shared@example.com");
  await visitor.getByLabel("Message").fill(message);
  await visitor.getByRole("button", { name: "Send message" }).click();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
}

test("of two people who give one address, each link confirms only its own message @matrix", async ({
  page: first,
  newPerson,
}) => {
  const { page: owner } = await openFirstForm(first, "Two Rivers", "Questions");
  const form = owner.url().replace(/\/forms\/([\w-]+).*/, "/forms/$1");
  await owner.goto(`${form}/settings/spam`);
  await owner.getByLabel("Site key").fill("0x4AAAAsite");
  await owner.getByLabel("Secret key").fill("0x4AAAAsecret");
  await owner.getByLabel("Hostnames").fill("www.example.com");
  await owner.getByRole("button", { name: "Connect widget" }).click();
  await expect(owner.getByText(/^Observing/)).toBeVisible();
  await owner.goto(`${form}/install`);
  const link = owner.getByRole("link", { name: /hosted form/i }).first();
  const address = (await link.getAttribute("href")) ?? "";
  await send(await newPerson(), address, "The first one, which proves the widget");
  await owner.goto(`${form}/notify/auto-reply`);
  await owner.getByRole("switch", { name: /confirm/i }).check();
  await owner.getByRole("button", { name: "Save double opt-in" }).click();
  await expect(owner.getByText(/^Saved/)).toBeVisible();

  await send(await newPerson(), address, "I’d like to know the price");
  await send(await newPerson(), address, "I agree to everything");
  const mails = owner.getByRole("link", { name: "Please confirm your message" });
  await expect(async () => {
    await owner.goto("/test-inbox");
    await expect(mails).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await mails.last().click();
  const body = owner.frameLocator("iframe").locator("body");
  await expect(body).toContainText("I’d like to know the price");
  await expect(body).toContainText("Two Rivers");
  await expect(body).not.toContainText("I agree to everything");
  const tab = await openTab(owner, body.getByRole("link").first());
  await tab.getByRole("button", { name: "Send my message" }).click();
  await expect(tab.getByRole("heading", { name: "Thank you" })).toBeVisible();

  await owner.goto("/inbox");
  await expect(owner.getByRole("link", { name: /I’d like to know the price/ })).toBeVisible();
  await expect(owner.getByRole("link", { name: /I agree to everything/ })).toHaveCount(0);
});
