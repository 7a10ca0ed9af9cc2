import type { Locator, Page } from "playwright/test";
import { preview } from "#tests/e2e/support/editors";
import { expect, test } from "#tests/e2e/support/test";
import { PNG, SAMPLES } from "#tests/support/factories/sample-files";

const KB = 1024;

const file = (name: string, buffer: Buffer = PNG) => ({ name, mimeType: "image/png", buffer });

const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();

const logoIn = (place: Pick<Page, "getByAltText">, name: string) => place.getByAltText(name);

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
  await expectDrawn(logoIn(preview(page), "Contact"));
  // A draft of the texts keeps the saved logo.
  await page.getByLabel("Thank-you title").fill("Got it");
  await expect(preview(page).getByRole("heading", { name: "Got it" })).toBeVisible();
  await expectDrawn(logoIn(preview(page), "Contact"));

  await page.goto(`/f/${form.publicKey}`);
  await expectDrawn(logoIn(page, "Contact"));
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await expectDrawn(logoIn(page, "Contact"));
  const frame = `<iframe src="${owner.baseUrl}/f/${form.publicKey}?embed=1" title="Contact form"></iframe>`;
  await page.goto(website.publish("/", frame));
  await expectDrawn(logoIn(page.frameLocator("iframe"), "Contact"));
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
  await expect(logoIn(preview(page), "Contact")).toHaveCount(0);
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
