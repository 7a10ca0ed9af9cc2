import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import type { Form } from "#lib/domain/forms/schema";
import { bundleReact, bundleVue } from "#tests/clients/support/components";
import { publishApp } from "#tests/e2e/support/guide-forms";
import { expect, test } from "#tests/e2e/support/test";
import type { Website } from "#tests/e2e/support/website";
import { serveWidget } from "#tests/e2e/support/widget";
import type { Owner } from "#tests/support/factories/owner";
import { proveWidget, saveAutoresponder, saveWidget } from "#tests/support/factories/owner-forms";

const run = promisify(execFile);

const TYPED = { email: "grace@example.com", message: "It's “fine” <b>!" };
const DOUBLES = "Prevent double submits";
const THANKS = "Thanks, we received your message.";

/** Copies a snippet from the form's page, with these options. */
async function takeSnippet(
  page: Page,
  form: Form,
  language: string,
  options: readonly string[] = [],
): Promise<string> {
  await page.goto(`/forms/${form.id}/install`);
  await page.getByRole("tab", { name: language, exact: true }).click();
  for (const option of options) await page.getByLabel(option, { exact: true }).check();
  const code = page.getByLabel(`${language} snippet`, { exact: true }).locator("code");
  return (await code.textContent()) ?? "";
}

async function fillIn(page: Page, fields: Readonly<Record<string, string>> = TYPED): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await page.getByLabel(new RegExp(`^${name}`, "i")).fill(value);
}

async function storedFields(owner: Owner) {
  const messages = await owner.listMessages();
  return Promise.all(messages.map(async ({ id }) => (await owner.readMessage(id)).fields));
}

/** Publishes a snippet on a page of the website. @returns the page's URL */
const PUBLISH = {
  HTML: async (website: Website, code: string) => website.publish("/contact", code),
  React: async (website: Website, code: string) => publishApp(website, await bundleReact(code)),
  Vue: async (website: Website, code: string) => publishApp(website, await bundleVue(code)),
};

test("the HTML snippet with every option sends a file, and its honeypot catches bots", async ({
  dashboard: page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const code = await takeSnippet(page, form, "HTML", [DOUBLES, "Honeypot"]);
  const url = website.publish("/contact", code);
  const buffer = Buffer.from("a file");
  for (const isBot of [false, true]) {
    await page.goto(url);
    await fillIn(page);
    await page.getByLabel("File").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer });
    if (isBot)
      await page.locator("[name=botcheck]").evaluate((box) => box.setAttribute("value", "x"));
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("status")).toHaveText(/^Thank you/);
  }
  const messages = await owner.listMessages();
  expect(messages.map(({ folder, attachmentCount }) => [folder, attachmentCount])).toEqual([
    ["spam", 0],
    ["inbox", 1],
  ]);
});

test("a form that accepts no files offers no file field", async ({ dashboard: page, form }) => {
  await page.goto(`/forms/${form.id}/install`);
  await expect(page.getByLabel("File upload", { exact: true })).toBeDisabled();
  await expect(page.getByText("Accept files in Settings first.")).toBeVisible();
  await page.getByRole("tab", { name: "curl" }).click();
  await expect(page.getByLabel("Honeypot", { exact: true })).toBeDisabled();
  await expect(page.getByLabel(DOUBLES)).toBeDisabled();
  await expect(page.getByText("each run sends a new message")).toBeVisible();
});

test("the HTML snippet submits in place with the script of its hash, and without it as before", async ({
  dashboard: page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  const snippet = await takeSnippet(page, form, "HTML", [DOUBLES]);
  const tampered = snippet.replace(/integrity="sha384-./, 'integrity="sha384-_');
  expect(tampered).not.toBe(snippet);
  const pages = [
    [snippet, page.getByRole("status")],
    [tampered, page.getByRole("heading", { name: /Thank you/ })],
  ] as const;
  for (const [code, thanks] of pages) {
    await page.goto(website.publish("/contact", code));
    await fillIn(page);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(thanks).toHaveText(/^Thank you/);
  }
  expect(await storedFields(owner)).toEqual([TYPED, TYPED]);
});

test("the fetch snippet runs in a browser and in Node", async ({
  dashboard: page,
  owner,
  website,
}) => {
  const form = await owner.createForm("Contact");
  const code = await takeSnippet(page, form, "fetch", [DOUBLES]);
  // As on a page without HTTPS.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, "randomUUID"));
  const logged = page.waitForEvent("console", (message) => /^Received as/.test(message.text()));
  await page.goto(website.publish("/script", `<script type="module">${code}</script>`));
  const inBrowser = (await logged).text();
  const plain = await takeSnippet(page, form, "fetch");
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", plain]);
  const ids = [inBrowser, stdout].map((text) => text.replace("Received as ", "").trim());
  const stored = await owner.listMessages();
  expect(stored.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(stored.map(({ name }) => name)).toEqual(["Ada Lovelace", "Ada Lovelace"]);
});

for (const language of ["React", "Vue"] as const)
  test(`the ${language} component sends a message once, however often it is tried`, async ({
    dashboard: page,
    owner,
    website,
  }) => {
    const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
    // As on a page without HTTPS.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, "randomUUID"));
    const code = await takeSnippet(page, form, language, [DOUBLES, "Honeypot"]);
    await page.goto(await PUBLISH[language](website, code));
    const address = `${owner.baseUrl}/f/${form.publicKey}`;
    // The message arrives, but the response is lost.
    await page.route(address, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await fillIn(page);
    const picture = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a file") };
    await page.getByLabel("File").setInputFiles(picture);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("status")).toHaveText(/^Not sent: /);
    await page.unroute(address);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("status")).toHaveText(THANKS);
    await expect(page.getByLabel(/^Message/)).toHaveValue("");
    expect(await storedFields(owner)).toEqual([TYPED]);
    await fillIn(page, { ...TYPED, message: "Another one" });
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(async () => (await storedFields(owner)).length).toBe(2);
  });

for (const [language, publish] of Object.entries(PUBLISH))
  test(`the ${language} snippet of a form with widget and auto-reply passes the challenge and asks for the reply`, async ({
    dashboard: page,
    owner,
    website,
  }) => {
    const recipient = await owner.addVerifiedRecipient();
    const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
    await saveWidget(owner, form.id, 'site"<key>');
    await proveWidget(owner, form);
    await saveAutoresponder(owner, form.id, {
      enabled: true,
      subject: "Thank you",
      message: "We answer within two days.",
      replyRecipientId: recipient.id,
    });
    const code = await takeSnippet(page, form, language);
    const drawn = await serveWidget(page);
    await page.goto(await publish(website, code));
    await expect.poll(drawn).toEqual(['site"<key>']);
    // The service writes to an address for strangers only a few times a day.
    const typed = { ...TYPED, email: `${form.publicKey}@example.com` };
    await fillIn(page, typed);
    await page.getByLabel("Email me an automatic reply").check();
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText(/Thanks|Thank you/)).toBeVisible();
    const reply = await owner.awaitEmail("visitor_reply", typed.email);
    expect(reply.text).toContain("We answer within two days.");
  });
