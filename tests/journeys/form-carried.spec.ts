import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { download } from "#tests/e2e/support/test";
import { openFirstForm, openMessage, readAction } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";

const HEADER = "gateway-key-q7Zx";

/** Adds a webhook with a header of its own. @returns its signing secret */
async function addWebhook(page: Page, url: string): Promise<string> {
  await page.getByRole("link", { name: "Integrations", exact: true }).click();
  await page.getByRole("textbox", { name: "URL" }).fill(url);
  await page.getByRole("button", { name: /^Add/ }).click();
  const secret = (await page.getByText(/^whsec_\S{44}$/).textContent()) ?? "";
  await page.getByLabel("I’ve stored the signing secret").check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto(`${page.url().replace(/\/integrations.*/, "")}/integrations/webhook`);
  await page.getByText("Edit endpoint", { exact: true }).click();
  await page.getByText("Advanced options", { exact: true }).click();
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Name", { exact: true }).fill("X-Api-Key");
  await page.getByLabel("Value", { exact: true }).fill(HEADER);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  return secret;
}

test("a form is carried as a file to an installation with a database of its own, and works there", async ({
  page: first,
  browser,
  installation: { receiver, service },
}) => {
  const { page: owner, email } = await openFirstForm(first, "Harbor Pottery", "Workshop");
  const address = owner.url();
  const action = await readAction(owner);
  await owner.getByRole("link", { name: "Form", exact: true }).click();
  await owner.getByRole("button", { name: "RSVP" }).click();
  const save = owner.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(save).toHaveCount(0);
  const secret = await addWebhook(owner, receiver.url);
  expect(secret).not.toBe("");
  await owner.goto(`${address}/settings`);
  await expect(owner.getByText(/no messages, no secrets, and no logo/)).toBeVisible();
  const file = await download(owner, owner.getByRole("link", { name: "Download form" }));
  const text = file.bytes.toString("utf8");
  expect(text).toContain(receiver.url);
  const [publicKey = ""] = /\w+$/.exec(action) ?? [];
  const [formId = ""] = /[0-9a-f-]{36}/.exec(address) ?? [];
  const serviceKey = (await readFile(join(service.dataDir, "secret-key"), "utf8")).trim();
  for (const hidden of [
    secret,
    secret.replace("whsec_", ""),
    HEADER,
    publicKey,
    formId,
    serviceKey,
  ])
    expect(text).not.toContain(hidden);

  const second = await startServer();
  try {
    const context = await browser.newContext({ baseURL: second.baseUrl });
    const there = await openFirstForm(await context.newPage(), "Lake Studio");
    const other = there.page;
    await other.goto("/forms/new");
    await other.getByRole("link", { name: "Start from a file" }).click();
    await expect(other.getByText(/A logo isn’t in the file/)).toBeVisible();
    await other
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: file.name, mimeType: "application/json", buffer: file.bytes });
    await expect(other.getByLabel("Form name")).toHaveValue("Workshop");
    await expect(
      other.getByText(`${email} isn't a confirmed recipient of this workspace.`),
    ).toBeVisible();
    await other.getByLabel(there.email).check();
    await other.getByRole("button", { name: "Create form" }).click();
    await expect(other.getByRole("heading", { name: "“Workshop” was created" })).toBeVisible();
    // The events of one installation don't go to the other's endpoint before someone says so.
    await expect(other.getByRole("link", { name: "Open the webhook" })).toBeVisible();
    await other.getByRole("link", { name: "Open the form" }).click();
    await other.getByRole("link", { name: "Install", exact: true }).click();
    const carried = await readAction(other);
    expect(carried).toContain(second.baseUrl);
    expect(carried).not.toContain(publicKey);

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(carried);
    await visitor.getByLabel("Name").first().fill("Ada Lovelace");
    await visitor.getByLabel(/Email/).first().fill("ada@example.com");
    await visitor.getByLabel("Yes, gladly").check();
    await visitor.getByRole("button", { name: /Send|Submit/ }).click();
    await expect(visitor.getByRole("heading", { name: /Thank/ })).toBeVisible();
    await expect(await openMessage(other, /Ada Lovelace/)).toContainText("Yes, gladly");
  } finally {
    await second.stop();
    await removeDataDir(second.dataDir);
  }
  // The first installation knows nothing of it.
  await owner.goto("/inbox");
  await expect(owner.getByText("Ada Lovelace")).toHaveCount(0);
  expect(receiver.received.filter(({ body }) => body.includes("Ada Lovelace"))).toEqual([]);
});
