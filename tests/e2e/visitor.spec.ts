import type { Page } from "@playwright/test";
import type { Form } from "#lib/forms/schema";
import { expect, signIn, test } from "#tests/e2e/support/test";
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

test("a double click on a website's form without a key stores one message", async ({
  owner,
  plainPage: page,
  website,
}) => {
  const form = await owner.createForm("Contact");
  const action = owner.baseUrl + path(form);
  const body = `<form method="post" action="${action}"><input name="message" value="Once"><button>Send</button></form>`;
  await page.goto(website.publish("/double", body));
  await page.getByRole("button").dblclick();
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

test("a honeypot hit sees the thank-you page and goes to spam without a notification", async ({
  owner,
  page,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(path(form));
  await typeMessage(page, "Cheap pills");
  const trap = page.locator("input[name=botcheck]");
  await expect(trap).not.toBeInViewport();
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = "http://spam.example";
  });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(thanks(page)).toBeVisible();
  const message = await onlyMessage(owner);
  expect(message).toMatchObject({ folder: "spam", spamReason: "honeypot", deliveries: [] });
  expect(message.fields).not.toHaveProperty("botcheck");
});

test("a form paused while a visitor writes shows that it's closed and stores nothing", async ({
  owner,
  page,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(path(form));
  await typeMessage(page, "Too late");
  await owner.updateForm(form.id, { status: "paused" });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("This form is closed right now.")).toBeVisible();
  const reopened = await page.goto(path(form));
  expect(reopened?.status()).toBe(403);
  await expect(page.getByRole("heading", { name: "“Contact” is closed" })).toBeVisible();
  expect(await owner.listMessages()).toEqual([]);
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

test("a form built for another service goes to its own page, and its sender gets the reply", async ({
  owner,
  page,
}) => {
  const site = "https://shop.example";
  const form = await owner.createForm("Contact", { settings: { allowedOrigins: [site] } });
  const body = `<form method="post" action="${owner.baseUrl}${path(form)}">
    <input type="hidden" name="_next" value="${site}/thanks"><input type="hidden" name="_captcha" value="false">
    <input name="_replyto" value="lin@example.com"><input name="message" value="Hello"><button>Send</button></form>`;
  // By default, browsers send no origin from HTTPS to this test's service, which has none.
  const headers = { "Referrer-Policy": "unsafe-url" };
  await page.route(`${site}/contact`, (route) =>
    route.fulfill({ contentType: "text/html", headers, body }),
  );
  await page.goto(`${site}/contact`);
  const followed = page.waitForRequest(`${site}/thanks`);
  await page.getByRole("button").click();
  expect((await followed).method()).toBe("GET");
  const { id, fields } = await onlyMessage(owner);
  expect(fields).not.toHaveProperty("_captcha");
  await signIn(page.context(), owner);
  await page.goto(`/inbox/${id}`);
  await expect(page.getByRole("heading", { name: "lin@example.com" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Reply to lin@example.com" })).toBeVisible();
});

test("a website's form with method=get can be sent from the hosted form without JavaScript", async ({
  owner,
  plainPage: page,
  website,
}) => {
  const form = await owner.createForm("Contact");
  const action = owner.baseUrl + path(form);
  const body = `<form method="get" action="${action}"><input name="phone" value="555"><textarea name="message">Long text</textarea><button>Send</button></form>`;
  await page.goto(website.publish("/get", body));
  await page.getByRole("button").click();
  await expect(page.getByRole("alert")).toContainText("hasn’t been sent yet");
  expect(await owner.listMessages()).toEqual([]);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(thanks(page)).toBeVisible();
  expect((await onlyMessage(owner)).fields).toMatchObject({ phone: "555", message: "Long text" });
});

test("a submission from an origin that isn't allowed shows an error page", async ({
  owner,
  page,
  website,
}) => {
  const settings = { allowedOrigins: ["https://shop.example"] };
  const form = await owner.createForm("Contact", { settings });
  const action = owner.baseUrl + path(form);
  const body = `<form method="post" action="${action}"><textarea name="message">Long text</textarea><button>Send</button></form>`;
  await page.goto(website.publish("/elsewhere", body));
  await page.getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Your message couldn’t be sent" })).toBeVisible();
  await expect(page.getByText(/doesn’t accept messages from the page/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("textbox")).toHaveValue("Long text");
  expect(await owner.listMessages()).toEqual([]);
});
