import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { z } from "zod";
import { Submission, SubmissionSummary } from "#lib/domain/submissions/schema";
import { download, expect, openTab, test } from "#tests/e2e/support/test";
import type { Website } from "#tests/e2e/support/website";
import { PDF } from "#tests/support/factories/sample-files";

const FILE = { name: "quote.pdf", bytes: Buffer.concat([PDF, randomBytes(200_000)]) };
const TYPED = {
  Name: "Grace Hopper",
  Email: "grace@example.com",
  Message: "Please call.\nThanks!",
};

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Workspace name").fill("Harbour Studio");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Harbour Studio" })).toBeVisible();
}

/** Waits for an email on the test inbox page and opens it. */
async function openEmail(page: Page, kind: string, subject: RegExp): Promise<void> {
  const mail = page.getByRole("link", { name: subject });
  await expect(async () => {
    await page.goto(`/test-inbox?kind=${kind}`);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
}

async function confirmAddress(page: Page): Promise<void> {
  await page.getByRole("listitem").getByRole("link", { name: "Open email" }).click();
  const link = page.frameLocator("iframe").getByRole("link", { name: "Confirm email address" });
  const confirmation = await openTab(page, link);
  await confirmation.getByRole("button", { name: "Confirm address" }).click();
  await expect(confirmation).toHaveURL(/\/forms\/new/);
  await confirmation.close();
}

async function createForm(page: Page): Promise<void> {
  await page.goto("/welcome");
  await page.getByRole("link", { name: "Create a form" }).click();
  await page.getByLabel("Form name", { exact: true }).fill("Contact");
  await page.getByRole("button", { name: "Create form" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page.getByLabel("Accept files").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
}

async function takeSnippet(page: Page, language: string): Promise<string> {
  await page.getByRole("tab", { name: language }).click();
  const code = page.getByLabel(`${language} snippet`, { exact: true }).locator("code");
  return (await code.textContent()) ?? "";
}

async function postWithoutScript(page: Page, address: string): Promise<void> {
  await page.goto(address);
  for (const [label, value] of Object.entries(TYPED)) await page.getByLabel(label).fill(value);
  const file = { name: FILE.name, mimeType: "application/pdf", buffer: FILE.bytes };
  await page.getByLabel("File").setInputFiles(file);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
}

/** Runs the snippet on a page of another origin. @returns the ID in the response */
async function postByScript(page: Page, website: Website, snippet: string): Promise<string> {
  const address = website.publish("/script", `<script type="module">${snippet}</script>`);
  const logged = page.waitForEvent("console", (message) => /^Received as/.test(message.text()));
  await page.goto(address);
  return (await logged).text().replace("Received as ", "");
}

async function readInInbox(page: Page): Promise<void> {
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Grace Hopper/ }).click();
  const message = page.getByRole("article");
  await expect(message.getByRole("heading", { name: "Grace Hopper" })).toBeVisible();
  await expect(message).toContainText("Please call.\nThanks!", { useInnerText: true });
  const file = message.getByRole("link", { name: FILE.name, exact: true });
  const { name, bytes } = await download(page, file);
  expect(name).toBe(FILE.name);
  expect(bytes.equals(FILE.bytes)).toBe(true);
}

async function createToken(page: Page): Promise<string> {
  await page.goto("/tokens");
  await page.getByRole("link", { name: "New token" }).click();
  await page.getByLabel("Name", { exact: true }).fill("CRM import");
  await page.getByRole("button", { name: "Read messages" }).click();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("heading", { name: "Created “CRM import”" })).toBeVisible();
  return (await page.getByText(/^fis_stg_\w{46}$/).textContent()) ?? "";
}

async function readOverApi(serviceUrl: string, token: string, idByScript: string): Promise<void> {
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${serviceUrl}/v1${path}`, { headers });
    expect(response.status).toBe(200);
    return response;
  };
  const Page = z.object({ data: z.array(SubmissionSummary) });
  const { data } = Page.parse(await (await read("/submissions")).json());
  expect(data.map(({ id }) => id)).toContain(idByScript);
  expect(data).toHaveLength(2);
  const id = data.find(({ name }) => name === TYPED.Name)?.id;
  const Single = z.object({ data: Submission });
  const message = Single.parse(await (await read(`/submissions/${id}`)).json()).data;
  expect(message.fields).toEqual({
    name: TYPED.Name,
    email: TYPED.Email,
    message: TYPED.Message.replace("\n", "\r\n"),
  });
  const [file] = message.attachments;
  expect(file).toMatchObject({ filename: FILE.name, field: "attachment", size: FILE.bytes.length });
  const bytes = await (await read(`/submissions/${id}/attachments/${file?.id}`)).arrayBuffer();
  expect(Buffer.from(bytes).equals(FILE.bytes)).toBe(true);
}

test("journey: from sign-up to messages from a website, emailed, and read in the inbox and API", async ({
  page,
  plainPage,
  website,
  serviceUrl,
}) => {
  await test.step("a new owner meets the way in", () =>
    signUp(page, `${randomUUID()}@example.com`));
  await test.step("confirms an address from the test inbox", () => confirmAddress(page));
  await test.step("creates a form that takes files", () => createForm(page));
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  const nameField = '<label>Name <input name="name"></label>';
  const html = (await takeSnippet(page, "HTML")).replace("<button>", `${nameField} <button>`);
  const script = await takeSnippet(page, "fetch");
  const address = website.publish("/contact", html);
  await test.step("a visitor without scripts sends a file", () =>
    postWithoutScript(plainPage, address));
  await test.step("the owner reads the message and its file", () => readInInbox(page));
  await test.step("the notification is in the test inbox", async () => {
    await openEmail(page, "notification", /Contact: Grace Hopper/);
    const mail = page.frameLocator("iframe").locator("body");
    await expect(mail).toContainText(TYPED.Name);
    await expect(mail).toContainText(FILE.name);
  });
  const id = await test.step("a page's script sends JSON", () =>
    postByScript(page, website, script));
  const token = await test.step("creates a token", () => createToken(page));
  await test.step("a program reads the same", () => readOverApi(serviceUrl, token, id));
  await page.goto("/welcome");
  await expect(page.getByRole("heading", { name: "You’re all set" })).toBeVisible();
});
