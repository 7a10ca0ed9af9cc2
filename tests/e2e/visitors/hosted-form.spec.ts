import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { address, FIELDS, fillAndSend } from "#tests/e2e/support/contact-page";
import { saveFields } from "#tests/e2e/support/editors";
import { expectAccessible } from "#tests/e2e/support/looks";
import { setAccepted } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { PNG } from "#tests/support/factories/sample-files";
import { sendMessage } from "#tests/support/factories/service-requests";

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

test.describe("in German", () => {
  test.use({ locale: "de" });

  test("the hosted form names all problems at their fields, in its language, without sending", async ({
    owner,
    form,
    page,
  }) => {
    const options = ["S", "L"].map((value) => ({ value, label: value }));
    await saveFields(owner, form, {
      revision: null,
      fields: [
        { name: "who", type: "text", label: "Ihr Name", required: true },
        { name: "mail", type: "email", label: "E-Mail", required: true },
        { name: "size", type: "choice", label: "Größe", options, required: true },
        { name: "guests", type: "number", label: "Gäste", max: 9 },
        { name: "terms", type: "checkbox", label: "Bedingungen", required: true },
      ],
    });
    await page.goto(path(form));
    const problems = page.locator(".problem");
    const name = page.getByLabel("Ihr Name");
    const mail = page.getByLabel("E-Mail");
    await mail.fill("ada@");
    await page.getByLabel("Gäste").fill("10");
    // Leaving a field checks it, but an empty one only counts as missing on sending.
    await expect(problems).toHaveCount(1);
    await name.focus();
    await expect(problems).toHaveCount(2);
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    await expect(problems).toHaveCount(5);
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription("Bitte füllen Sie dieses Feld aus.");
    await expect(mail).toHaveAccessibleDescription(/name@example\.com/);
    await expectAccessible(page);
    expect(await owner.listMessages()).toEqual([]);
    await name.fill("Ada");
    await mail.fill("ada@example.com");
    await page.getByLabel("S", { exact: true }).check();
    await page.getByLabel("Gäste").fill("9");
    await page.getByLabel("Bedingungen").check();
    await expect(problems).toHaveCount(0);
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    await expect(page.getByRole("heading", { name: /Vielen Dank/ })).toBeVisible();
    await onlyMessage(owner);
  });
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

const backTo = (origin: string) => ({ name: `Back to ${new URL(origin).host}` });

for (const scripts of ["with", "without"] as const)
  test(`the thank-you page leads back to the website that the message came from, ${scripts} JavaScript`, async ({
    page,
    plainPage,
    form,
    website,
  }) => {
    const visitor = scripts === "with" ? page : plainPage;
    const html = `<h1>Contact</h1><form action="${address(form)}" method="post">${FIELDS}</form>`;
    website.publish("/", "<h1>Home</h1>");
    await visitor.goto(website.publish("/contact", html));
    await fillAndSend(visitor, "Hello");
    await expect(thanks(visitor)).toBeVisible();
    await visitor.getByRole("link", backTo(website.origin)).click();
    // Browsers tell the site alone. With scripts, the page before is shown again.
    const name = scripts === "with" ? "Contact" : "Home";
    await expect(visitor.getByRole("heading", { name })).toBeVisible();
  });

test("it still leads back after an error was corrected", async ({ page, form, website }) => {
  const html = `<h1>Contact</h1><form action="${address(form)}" method="post">${FIELDS}</form>`;
  await page.goto(website.publish("/", html));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("Your message is empty.");
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(thanks(page)).toBeVisible();
  await page.getByRole("link", backTo(website.origin)).click();
  await expect(page.getByRole("heading", { name: "Contact" })).toBeVisible();
});

test("it leads to the very page where its site lets browsers name it", async ({
  plainPage: page,
  form,
  website,
}) => {
  const html = `<meta name="referrer" content="unsafe-url"><h1>Contact</h1>
    <form action="${address(form)}" method="post">${FIELDS}</form>`;
  const url = website.publish("/contact?from=menu", html);
  await page.goto(url);
  await fillAndSend(page, "Hello");
  await page.getByRole("link", backTo(website.origin)).click();
  expect(page.url()).toBe(url);
});

test("it leads nowhere else for a visitor whose site hides where they came from", async ({
  page,
  form,
  website,
}) => {
  const html = `<meta name="referrer" content="no-referrer">
    <form action="${address(form)}" method="post">${FIELDS}</form>`;
  await page.goto(website.publish("/contact", html));
  await fillAndSend(page, "Hello");
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText("You can close this page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Send another message" })).toHaveCount(0);
});

test("a message that can't be accepted anymore is copied with one click @matrix", async ({
  context,
  owner,
  page,
  service,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = await owner.createForm("Contact");
  await page.goto(path(form));
  await page.getByLabel(/^Name/).fill("Ada");
  await page.getByLabel("Message").fill("Long text");
  await setAccepted(service.dataDir, owner, 2_000);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("can’t accept more messages right now")).toBeVisible();
  await page.getByRole("button", { name: "Copy my message" }).click();
  await expect(page.getByRole("status")).toHaveText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Name: Ada\nMessage: Long text",
  );
});

test("a form opens and closes at the times of its settings, and visitors read the owner's text", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Summer school");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByLabel("Opens", { exact: true }).fill("2999-12-03T09:00");
  await page.getByLabel("Text while it’s closed").fill("We open in December.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByText("Opens 3 Dec 2999")).toBeVisible();
  await expect(page.getByLabel("Opens", { exact: true })).toHaveValue("2999-12-03T09:00");
  await page.goto(path(form));
  await expect(page.getByText("We open in December.")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("a form with room for one message is full after it", async ({
  dashboard: page,
  owner,
  service: { baseUrl },
}) => {
  const form = await owner.createForm("One place");
  await page.goto(`/forms/${form.id}/settings`);
  await page.getByLabel("Room for (messages)").fill("1");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await sendMessage(baseUrl, form, { message: "Me, please" });
  await page.goto(path(form));
  await expect(page.getByText("as many messages as it can take")).toBeVisible();
  await page.goto(`/forms/${form.id}/settings`);
  await expect(page.getByText("Full", { exact: true })).toBeVisible();
  await expect(page.getByText("The form has 1 message now.")).toBeVisible();
});
