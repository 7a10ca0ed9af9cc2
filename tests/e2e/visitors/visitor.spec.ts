import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { PNG } from "#tests/support/factories/sample-files";

const PICTURE = { name: "photo.png", mimeType: "image/png", buffer: PNG };
const thanks = (page: Page) => page.getByRole("heading", { name: /Thank you/ });
const path = (form: Form) => `/f/${form.publicKey}`;

async function typeMessage(page: Page, message: string): Promise<void> {
  await page.getByLabel("Name").fill("Lin");
  await page.getByLabel("Email").fill("lin@example.com");
  await page.getByLabel("Message").fill(message);
}

async function onlyMessage(owner: Owner) {
  const messages = await owner.listMessages();
  expect(messages).toHaveLength(1);
  return owner.readMessage(messages[0]?.id ?? "");
}

for (const scripts of ["with", "without"] as const)
  test(`the hosted form accepts a message and a file ${scripts} JavaScript`, async ({
    owner,
    page,
    plainPage,
  }) => {
    const visitor = scripts === "with" ? page : plainPage;
    const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
    await visitor.goto(path(form));
    await expect(visitor.locator("input[name=botcheck]")).not.toBeInViewport();
    await typeMessage(visitor, "A picture of it");
    await visitor.getByLabel("Files").setInputFiles(PICTURE);
    await visitor.getByRole("button", { name: "Send message" }).click();
    await expect(thanks(visitor)).toBeVisible();
    const { fields, attachments } = await onlyMessage(owner);
    expect(fields).toEqual({ name: "Lin", email: "lin@example.com", message: "A picture of it" });
    expect(attachments).toMatchObject([{ filename: "photo.png", size: PNG.length }]);
    await visitor.getByRole("link", { name: "Send another message" }).click();
    await expect(visitor.getByRole("button", { name: "Send message" })).toBeVisible();
  });

test("a double click on the hosted form stores one message", async ({ owner, form, page }) => {
  await page.goto(path(form));
  await typeMessage(page, "Once");
  await page.getByRole("button", { name: "Send message" }).dblclick();
  await expect(thanks(page)).toBeVisible();
  await onlyMessage(owner);
});

test("a rejected message keeps its text and can be sent again without JavaScript", async ({
  owner,
  plainPage: page,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const message = 'Two\nlines & "quotes" </textarea>';
  await page.goto(path(form));
  await typeMessage(page, message);
  await page.getByLabel("Files").setInputFiles({ ...PICTURE, buffer: Buffer.from("no picture") });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Your message couldn’t be sent" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Lin");
  await expect(page.getByLabel("Message")).toHaveValue(message);
  expect(await owner.listMessages()).toEqual([]);
  await page.getByLabel("Files").setInputFiles(PICTURE);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(thanks(page)).toBeVisible();
  const { fields, attachments } = await onlyMessage(owner);
  expect(fields.message).toBe(message.replace("\n", "\r\n"));
  expect(attachments).toHaveLength(1);
});

test("an accepted message redirects to the owner's page", async ({ owner, page }) => {
  const redirectUrl = "https://shop.example/thanks";
  const form = await owner.createForm("Contact", { settings: { redirectUrl } });
  await page.goto(path(form));
  await typeMessage(page, "Hello");
  const followed = page.waitForRequest(redirectUrl);
  await page.getByRole("button", { name: "Send message" }).click();
  expect((await followed).method()).toBe("GET");
  await onlyMessage(owner);
});
