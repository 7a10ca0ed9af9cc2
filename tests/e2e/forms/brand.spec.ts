import type { Locator, Page } from "playwright/test";
import { PREVIEW } from "#tests/e2e/support/brand-views";
import { preview, save } from "#tests/e2e/support/editors";
import { expectAccessible } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";
import { PNG, SAMPLES } from "#tests/support/factories/sample-files";

const KB = 1024;

const file = (name: string, buffer: Buffer = PNG) => ({ name, mimeType: "image/png", buffer });

/** An image that the policy of its page blocks has no size. */
async function expectDrawn(image: Locator): Promise<void> {
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
}

test("a logo is uploaded, and shown in the preview, on the form, in a frame, and after it @matrix", async ({
  dashboard: page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}/form`);
  await page.getByLabel("Upload a logo").setInputFiles(file("logo.png"));
  await save(page);
  await expect(page.getByText("Saved. Visitors see it now.")).toBeVisible();
  await expectDrawn(page.getByAltText("Logo of this form"));
  await expectDrawn(preview(page).getByAltText("Contact"));
  // A draft of the texts keeps the saved logo.
  await page.getByLabel("Thank-you title").fill("Got it");
  await expect(preview(page).getByRole("heading", { name: "Got it" })).toBeVisible();
  await expectDrawn(preview(page).getByAltText("Contact"));

  await page.goto(`/f/${form.publicKey}`);
  await expectDrawn(page.getByAltText("Contact"));
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await expectDrawn(page.getByAltText("Contact"));
  const frame = `<iframe src="${owner.baseUrl}/f/${form.publicKey}?embed=1" title="Contact form"></iframe>`;
  await page.goto(website.publish("/", frame));
  await expectDrawn(page.frameLocator("iframe").getByAltText("Contact"));
});

test("a logo is replaced and removed once that's saved, and a selected file can be discarded @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/form`);
  await page.getByLabel("Upload a logo").setInputFiles(file("logo.png"));
  await save(page);
  const shown = page.getByAltText("Logo of this form");
  const first = await shown.getAttribute("src");
  await page.getByLabel("Replace the logo").setInputFiles(file("logo.webp", SAMPLES.webp));
  await save(page);
  await expect(shown).not.toHaveAttribute("src", first ?? "");
  await expectDrawn(shown);
  const bar = page.getByRole("button", { name: "Save changes" });
  await expect(bar).toHaveCount(0);
  await page.getByLabel("Replace the logo").setInputFiles(file("other.png"));
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByLabel("Replace the logo")).toHaveValue("");
  await page.getByLabel("Remove the logo").check();
  await expect(shown, "nothing happens before that's saved").toBeVisible();
  await save(page);
  await expect(shown).toHaveCount(0);
  await expect(page.locator("body"), "the focus stays where the bar was").not.toBeFocused();
  await expect(preview(page).getByAltText("Contact")).toHaveCount(0);
  await page.goto(`/f/${form.publicKey}`);
  await expect(page.getByRole("heading", { name: "Contact" })).toBeVisible();
  await expect(page.getByRole("img")).toHaveCount(0);
});

test("a file that can't be a logo is rejected at its field, whatever its size @matrix", async ({
  dashboard: page,
  form,
}) => {
  await page.goto(`/forms/${form.id}/form`);
  const field = page.getByLabel("Upload a logo");
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  await field.setInputFiles(file("logo.png", html));
  await save(page);
  await expect(field).toHaveAccessibleDescription(/Must be a PNG, JPEG, or WebP image\./);
  await expect(field).toBeFocused();
  // The first size is one that the server reads, the second one that it doesn't.
  for (const size of [201 * KB, 5000 * KB]) {
    await field.setInputFiles(file("logo.png", Buffer.concat([PNG, Buffer.alloc(size)])));
    await save(page);
    await expect(field).toHaveAccessibleDescription(/Must be at most 200 KB\./);
  }
  await field.setInputFiles(file("logo.png"));
  await save(page);
  await expect(page.getByText("Saved. Visitors see it now.")).toBeVisible();
  await expect(page.getByLabel("Replace the logo")).not.toHaveAttribute("aria-invalid");
});

const bar = (page: Page) => page.getByRole("button", { name: "Save brand" });

async function saveBirch(page: Page): Promise<void> {
  await page.goto("/settings/brand");
  await page.getByLabel("Business name").fill("Birch & Co");
  await page.getByLabel("Color", { exact: true }).fill("#ffe066");
  await page.getByLabel("Upload a logo").setInputFiles(file("logo.png"));
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
  await logo.setInputFiles(
    file("logo.png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  );
  await bar(page).click();
  await expect(page.getByText("must be a PNG, JPEG, or WebP image")).toBeVisible();
  await logo.setInputFiles(file("logo.png", Buffer.concat([PNG, Buffer.alloc(300_000)])));
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
  await page.getByLabel("Replace the logo").setInputFiles(file("logo.webp", SAMPLES.webp));
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
