import { join } from "node:path";
import type { Page } from "playwright/test";
import { ROOT } from "#server/start/checkout";
import type { View } from "#tests/e2e/support/view";

/** The preview's frames, of which the newest is shown. */
export const PREVIEW = "iframe[title='Preview of the brand']";

/** Types a brand without saving it, so that no other view has it. */
async function editBrand(page: Page): Promise<void> {
  await page.goto("/settings/brand");
  await page.getByLabel("Business name").fill("Birch & Co");
  await page.getByLabel("Color", { exact: true }).fill("#1f6f43");
  await page.getByLabel("Upload a logo").setInputFiles(join(ROOT, "public/icon-192.png"));
  await page.frameLocator(PREVIEW).getByRole("img", { name: "Birch & Co" }).waitFor();
}

async function previewEmail(page: Page): Promise<void> {
  await editBrand(page);
  await page.getByTitle("Email", { exact: true }).click();
  await page.getByRole("main").getByTitle("Dark", { exact: true }).click();
  const letter = page.frameLocator(PREVIEW).getByRole("paragraph");
  await letter.filter({ hasText: "Thank you for your message." }).waitFor();
}

async function rejectBrand(page: Page): Promise<void> {
  await page.goto("/settings/brand");
  await page.getByLabel("Color", { exact: true }).fill("green");
  await page.getByLabel("Sender of emails").fill("birch.example");
  await page.getByRole("button", { name: "Save brand" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

export const BRAND_VIEWS: readonly View[] = [
  { name: "brand-edited", open: editBrand },
  { name: "brand-email", open: previewEmail },
  { name: "brand-rejected", open: rejectBrand },
];
