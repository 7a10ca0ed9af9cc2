import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { z } from "zod";
import { Submission, SubmissionSummary } from "#lib/domain/submissions/schema";
import { download } from "#tests/e2e/support/test";
import { openEmail, openFirstForm, openMessage } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { PDF } from "#tests/support/factories/sample-files";

const FILE = { name: "quote.pdf", bytes: Buffer.concat([PDF, randomBytes(200_000)]) };
const TYPED = {
  Name: "Grace Hopper",
  Email: "grace@example.com",
  Message: "Please call.\nThanks!",
};

async function takeSnippet(page: Page, language: string): Promise<string> {
  await page.getByRole("tab", { name: language }).click();
  const code = page.getByLabel(`${language} snippet`, { exact: true }).locator("code");
  return (await code.textContent()) ?? "";
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

test("a website's form with a file, and its script, send messages that the inbox and a program read", async ({
  page: first,
  newPerson,
  website,
  installation,
}) => {
  const { page } = await openFirstForm(first, "Harbour Studio");
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page.getByLabel("Accept files").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  const nameField = '<label>Name <input name="name"></label>';
  const html = (await takeSnippet(page, "HTML")).replace("<button>", `${nameField} <button>`);
  const script = await takeSnippet(page, "fetch");

  const visitor = await newPerson({ javaScriptEnabled: false });
  await visitor.goto(website.publish("/contact", html));
  for (const [label, value] of Object.entries(TYPED)) await visitor.getByLabel(label).fill(value);
  const file = { name: FILE.name, mimeType: "application/pdf", buffer: FILE.bytes };
  await visitor.getByLabel("File").setInputFiles(file);
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();

  const message = await openMessage(page, /Grace Hopper/);
  await expect(message.getByRole("heading", { name: "Grace Hopper" })).toBeVisible();
  await expect(message).toContainText(TYPED.Message, { useInnerText: true });
  const saved = await download(page, message.getByRole("link", { name: FILE.name, exact: true }));
  expect(saved.name).toBe(FILE.name);
  expect(saved.bytes.equals(FILE.bytes)).toBe(true);
  const email = await openEmail(page, /Contact: Grace Hopper/);
  await expect(email).toContainText(TYPED.Name);
  await expect(email).toContainText(FILE.name);

  const logged = page.waitForEvent("console", (line) => /^Received as/.test(line.text()));
  await page.goto(website.publish("/script", `<script type="module">${script}</script>`));
  const idByScript = (await logged).text().replace("Received as ", "");

  const headers = { authorization: `Bearer ${await createToken(page)}` };
  const read = async (path: string) => {
    const response = await fetch(`${installation.baseUrl}/v1${path}`, { headers });
    expect(response.status).toBe(200);
    return response;
  };
  const List = z.object({ data: z.array(SubmissionSummary) });
  const { data: messages } = List.parse(await (await read("/submissions")).json());
  expect(messages).toHaveLength(2);
  expect(messages.map(({ id }) => id)).toContain(idByScript);
  const id = messages.find(({ name }) => name === TYPED.Name)?.id;
  const Single = z.object({ data: Submission });
  const { data } = Single.parse(await (await read(`/submissions/${id}`)).json());
  expect(data.fields).toEqual({
    name: TYPED.Name,
    email: TYPED.Email,
    message: TYPED.Message.replace("\n", "\r\n"),
  });
  const [attachment] = data.attachments;
  expect(attachment).toMatchObject({
    filename: FILE.name,
    field: "attachment",
    size: FILE.bytes.length,
  });
  const bytes = await (
    await read(`/submissions/${id}/attachments/${attachment?.id}`)
  ).arrayBuffer();
  expect(Buffer.from(bytes).equals(FILE.bytes)).toBe(true);
  await page.goto("/welcome");
  await expect(page.getByRole("heading", { name: "You’re all set" })).toBeVisible();
});
