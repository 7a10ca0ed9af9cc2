import { connectByUrl, connectOlderByUrl, startApp } from "#tests/journeys/support/mcp-apps";
import { openFirstForm, PASSWORD } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

test("an owner connects an assistant by its address alone, signs in on the way, and disconnects it", async ({
  page: first,
  newPerson,
  installation,
}) => {
  const { page: owner, email } = await openFirstForm(first, "Birch & Co");
  const url = `${installation.baseUrl}/mcp`;

  // The browser that the assistant opens isn't signed in.
  const browser = await newPerson();
  const app = await startApp("Desk assistant");
  const client = await connectByUrl(url, app, async () => {
    await browser.goto(app.page());
    await browser.getByLabel("Email", { exact: true }).fill(email);
    await browser.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await browser.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(browser.getByRole("heading", { name: "Connect Desk assistant" })).toBeVisible();
    await expect(browser.getByText("a program on this computer (localhost)")).toBeVisible();
    await expect(browser.getByText("Birch & Co")).toBeVisible();
    const files = browser.getByLabel("Download the files of messages.");
    await expect(files).not.toBeChecked();
    await browser.getByLabel("Create, edit, and delete forms", { exact: false }).check();
    await browser.getByRole("button", { name: "Connect" }).click();
    await expect(
      browser.getByRole("heading", { name: "Desk assistant is connected" }),
    ).toBeVisible();
  });
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain("createForm");
  expect(names).not.toContain("downloadAttachment");
  const forms = await client.callTool({ name: "listForms", arguments: {} });
  expect(JSON.stringify(forms.structuredContent)).toContain("Contact");

  // An hour later, without the person.
  const before = app.tokens()?.refresh_token;
  app.forgetAccess();
  await client.listTools();
  expect(app.tokens()?.refresh_token).not.toBe(before);

  const older = await startApp("Older assistant");
  const olderClient = await connectOlderByUrl(url, older, async () => {
    await browser.goto(older.page());
    await browser.getByRole("button", { name: "Connect" }).click();
    await expect(
      browser.getByRole("heading", { name: "Older assistant is connected" }),
    ).toBeVisible();
  });
  expect((await olderClient.listTools()).tools.length).toBeGreaterThan(10);

  await owner.goto("/tokens");
  const row = owner.getByRole("listitem").filter({ hasText: "Desk assistant" });
  await expect(row).toContainText("localhost");
  await row.getByRole("button", { name: "Disconnect" }).click();
  await owner.getByRole("button", { name: "Disconnect app" }).click();
  await expect(row).toBeHidden();
  await expect(client.listTools()).rejects.toThrow();
  expect((await olderClient.listTools()).tools.length).toBeGreaterThan(10);
  await owner.goto("/settings/audit");
  await expect(owner.getByText("Disconnected the app").first()).toBeVisible();

  for (const each of [client, olderClient]) await each.close();
  for (const each of [app, older]) await each.stop();
});
