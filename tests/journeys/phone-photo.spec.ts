import { devices } from "playwright/test";
import { download } from "#tests/e2e/support/test";
import { openFirstForm, openMessage, readAction } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { SAMPLES } from "#tests/support/factories/sample-files";

const HEIC = SAMPLES.heic ?? Buffer.alloc(0);

const repairPage = (action: string) => `
<h1>Repairs</h1>
<form action="${action}" method="post" enctype="multipart/form-data">
  <label>Your email <input type="email" name="your-email"></label>
  <label>What’s broken? <textarea name="problem"></textarea></label>
  <label>A photo <input type="file" name="photo" accept="image/*"></label>
  <button>Ask for a repair</button>
</form>`;

test("a photo from a phone arrives, whatever the phone calls it", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Repair Café");
  await owner.getByRole("link", { name: "Settings" }).last().click();
  await owner.getByLabel("Accept files").check();
  await owner.getByRole("button", { name: "Save changes" }).click();
  await expect(owner.getByText("Saved.")).toBeVisible();
  await owner.getByRole("link", { name: "Install" }).click();
  const address = website.publish("/repairs", repairPage(await readAction(owner)));

  const { defaultBrowserType: _, ...phone } = devices["iPhone 13"];
  const visitor = await newPerson(phone);
  await visitor.goto(address);
  await visitor.getByLabel("Your email").fill("lou@example.com");
  await visitor.getByLabel("What’s broken?").fill("The lid of the kettle");
  const photo = { name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer: HEIC };
  await visitor.getByLabel("A photo").setInputFiles(photo);
  await visitor.getByRole("button", { name: "Ask for a repair" }).tap();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();

  const message = await openMessage(owner, /lou@example\.com/);
  const { name, bytes } = await download(
    owner,
    message.getByRole("link", { name: "IMG_2041.jpg.heic", exact: true }),
  );
  expect(name).toBe("IMG_2041.jpg.heic");
  expect(bytes.equals(HEIC)).toBe(true);
});
