import type { Page } from "playwright/test";
import { PREVIEW } from "#tests/e2e/support/brand-views";
import { expectAccessible } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";
import { PNG, SAMPLES } from "#tests/support/factories/sample-files";

const file = (buffer: Buffer) => ({ name: "logo.png", mimeType: "image/png", buffer });
const bar = (page: Page) => page.getByRole("button", { name: "Save brand" });

async function saveBirch(page: Page): Promise<void> {
  await page.goto("/settings/brand");
  await page.getByLabel("Business name").fill("Birch & Co");
  await page.getByLabel("Color", { exact: true }).fill("#ffe066");
  await page.getByLabel("Upload a logo").setInputFiles(file(PNG));
  await bar(page).click();
  await expect(page.getByText("Saved. Visitors see it now.")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
}

test("what's wrong with a brand is said at its field, and nothing of it is saved", async ({
  dashboard: page,
}) => {
  await page.goto("/settings/brand");
  await page.getByLabel("Business name").fill("Birch & Co");
  await page.getByLabel("Color", { exact: true }).fill("green");
  await page.getByLabel("Sender of emails").fill("birch.example");
  await bar(page).click();
  await expect(page.getByText("must be a color like #2751b4")).toBeVisible();
  await expect(page.getByText("must not look like a link or an email address")).toBeVisible();
  await page.getByLabel("Color", { exact: true }).fill("");
  await page.getByLabel("Sender of emails").fill("");
  const logo = page.getByLabel("Upload a logo");
  await logo.setInputFiles(file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')));
  await bar(page).click();
  await expect(page.getByText("must be a PNG, JPEG, or WebP image")).toBeVisible();
  await logo.setInputFiles(file(Buffer.concat([PNG, Buffer.alloc(300_000)])));
  await bar(page).click();
  await expect(page.getByText("must be at most 200 KB")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Business name")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Business name")).toHaveValue("");
  await expect(page.getByText("Visitors don’t see your brand yet.")).toBeVisible();
});

test("one bar saves and discards texts and logo, and the preview follows both", async ({
  dashboard: page,
}) => {
  await saveBirch(page);
  const logo = page.frameLocator(PREVIEW).getByRole("img");
  await expect(logo).toHaveAttribute("src", /^\/f\/\w+\/logo\?v=/);
  await page.getByLabel("Business name").fill("Oak Ltd");
  await page.getByLabel("Replace the logo").setInputFiles(file(SAMPLES.webp ?? PNG));
  await expect(logo).toHaveAttribute("alt", "Oak Ltd");
  await expect(logo).toHaveAttribute("src", /^data:/);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Business name")).toHaveValue("Birch & Co");
  await expect(logo).toHaveAttribute("alt", "Birch & Co");
  await expect(logo).toHaveAttribute("src", /^\/f\//);
  await page.getByLabel("Remove the logo").check();
  await expect(logo).toHaveCount(0);
  await bar(page).click();
  await expect(page.getByLabel("Upload a logo")).toBeVisible();
  await expect(page.frameLocator(PREVIEW).getByText("Birch & Co")).toBeVisible();
});

test("a form with a brand is accessible in light and dark, in a color that had to be changed for it", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await saveBirch(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of [`/f/${form.publicKey}`, `/f/${form.publicKey}/thanks`]) {
      await page.goto(path);
      await expect(page.getByRole("img", { name: "Birch & Co" })).toBeVisible();
      await expectAccessible(page);
    }
  }
});
