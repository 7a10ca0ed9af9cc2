import { join } from "node:path";
import type { Page } from "playwright/test";
import { ROOT } from "#server/start/checkout";
import type { View } from "#tests/e2e/support/view";
import type { World } from "#tests/e2e/support/world";

/** Of a form whose pages no other view weighs. */
async function uploadLogo(page: Page, { replyForm }: World): Promise<void> {
  await page.goto(`/forms/${replyForm.id}/form`);
  const logo = join(ROOT, "public/icon-192.png");
  await page.getByLabel(/(Upload a|Replace the) logo/).setInputFiles(logo);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByAltText("Logo of this form").waitFor();
  await page.getByTitle("Preview of the form").waitFor();
}

async function rejectLogo(page: Page, world: World): Promise<void> {
  await page.goto(`/forms/${world.form.id}/form`);
  const noLogo = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no image") };
  await page.getByLabel("Upload a logo").setInputFiles(noLogo);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await page.getByTitle("Preview of the form").waitFor();
}

async function openThanksWithLogo(page: Page, world: World): Promise<void> {
  await uploadLogo(page, world);
  await page.goto(`/f/${world.replyForm.publicKey}/thanks`);
}

/** The page of a form with a logo, and what its visitors see. */
export const LOGO_VIEWS: readonly View[] = [
  { name: "form-page-logo", open: uploadLogo },
  { name: "form-page-logo-rejected", open: rejectLogo },
  { name: "thanks-with-logo", open: openThanksWithLogo },
];
