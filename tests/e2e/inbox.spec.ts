import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/test";
import { type Owner, sendFiles, sendMessage } from "#tests/support/owner";
import { PNG } from "#tests/support/sample-files";

const row = (page: Page, sender: string): Locator =>
  page.getByRole("list").getByRole("link", { name: new RegExp(sender) });

async function openMessage(page: Page, sender: string): Promise<Locator> {
  await row(page, sender).click();
  await expect(page.getByRole("article").getByRole("heading", { name: sender })).toBeVisible();
  return page.getByRole("article");
}

async function receive(owner: Owner, ...senders: string[]): Promise<string[]> {
  const form = await owner.createForm("Contact");
  const ids: string[] = [];
  for (const name of senders)
    ids.push(await sendMessage(owner.baseUrl, form, { name, message: `From ${name}` }));
  return ids;
}

test("opening a message marks it read, and it can be marked unread again", async ({
  dashboard: page,
  owner,
}) => {
  const [id = ""] = await receive(owner, "Ada");
  await page.goto("/inbox");
  await expect(row(page, "Unread: Ada")).toBeVisible();
  const message = await openMessage(page, "Ada");
  await expect(row(page, "Unread: Ada")).toHaveCount(0);
  expect((await owner.readMessage(id)).read).toBe(true);
  await message.getByRole("button", { name: "Mark unread" }).click();
  await expect(row(page, "Unread: Ada")).toBeVisible();
  expect((await owner.readMessage(id)).read).toBe(false);
});

test("an archived message leaves the inbox, and Undo brings it back", async ({
  dashboard: page,
  owner,
}) => {
  const [id = ""] = await receive(owner, "Ada", "Bob");
  await page.goto("/inbox");
  const message = await openMessage(page, "Ada");
  await message.getByRole("button", { name: "Archive" }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await expect(row(page, "Bob")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Ada")).toBeVisible();
  expect((await owner.readMessage(id)).folder).toBe("inbox");
});

test("a message moved to spam says why it is there, and Not spam brings it back", async ({
  dashboard: page,
  owner,
}) => {
  const [id = ""] = await receive(owner, "Ada");
  await page.goto("/inbox");
  await (await openMessage(page, "Ada")).getByRole("button", { name: "Spam", exact: true }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await page.goto("/inbox?folder=spam");
  const message = await openMessage(page, "Ada");
  await expect(message.getByText("Moved to spam by hand.")).toBeVisible();
  await message.getByRole("button", { name: "Not spam" }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  expect(await owner.readMessage(id)).toMatchObject({ folder: "inbox", spamReason: null });
});

test("deleting says what will be gone, asks, and deletes for good", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const file = new File([new Uint8Array(PNG)], "photo.png");
  await sendFiles(owner.baseUrl, form, { name: "Ada" }, [file]);
  await page.goto("/inbox");
  const message = await openMessage(page, "Ada");
  await message.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1 message, 1 file");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await owner.listMessages()).toHaveLength(1);
  await message.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete the message" }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  expect(await owner.listMessages()).toEqual([]);
});

test("search, unread and form narrow the list, and the address keeps them", async ({
  dashboard: page,
  owner,
}) => {
  const [read = ""] = await receive(owner, "Ada", "Bob");
  await owner.updateMessage(read, { read: true });
  const other = await owner.createForm("Jobs");
  await sendMessage(owner.baseUrl, other, { name: "Cleo", message: "From Cleo" });
  await page.goto("/inbox");
  await expect(row(page, "From")).toHaveCount(3);
  await page.getByRole("searchbox").fill("from BOB");
  await expect(row(page, "From")).toHaveCount(1);
  await expect(row(page, "Bob")).toBeVisible();
  await page.reload();
  await expect(row(page, "From")).toHaveCount(1);
  await page.getByRole("searchbox").fill("");
  await expect(row(page, "From")).toHaveCount(3);
  await page.getByRole("link", { name: /^Unread( only)?$/ }).click();
  await expect(row(page, "From")).toHaveCount(2);
  await expect(row(page, "Ada")).toHaveCount(0);
  await page.goto(`/inbox?formId=${other.id}`);
  await expect(row(page, "From")).toHaveCount(1);
  await expect(row(page, "Cleo")).toBeVisible();
});

test("a link in a notification mail opens its message", async ({ dashboard: page, owner }) => {
  const [id = ""] = await receive(owner, "Ada");
  const [mail] = (await owner.awaitSent(id)).deliveries;
  const { text } = await owner.awaitMail("notification", mail?.email ?? "");
  const link = /http\S+\/inbox\S*/.exec(text)?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByRole("article").getByRole("heading", { name: "Ada" })).toBeVisible();
});

test("what is typed before the page's scripts arrive is searched as well", async ({
  dashboard: page,
  owner,
}) => {
  await receive(owner, "Ada", "Bob");
  let release = () => {};
  const typed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto("/inbox", { waitUntil: "commit" });
  await page.getByRole("searchbox").fill("bob");
  release();
  await expect(page).toHaveURL(/search=bob/);
  await expect(row(page, "From")).toHaveCount(1);
});
