import type { Page } from "playwright/test";
import {
  foldersOf,
  openInbox,
  openInboxWith,
  receive,
  row,
  rows,
  select,
} from "#tests/e2e/support/inbox";
import { giveMany } from "#tests/e2e/support/past";
import { download, expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";
import { PNG } from "#tests/support/factories/sample-files";
import { sendFiles } from "#tests/support/factories/service-requests";

const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected messages" });

async function expectFolders(owner: Owner, wanted: Record<string, string>): Promise<void> {
  await expect.poll(() => foldersOf(owner)).toEqual(wanted);
}

test("moves and marks selected messages together, with one Undo", async ({
  dashboard: page,
  owner,
}) => {
  const [cleo = "", bob = "", ada = ""] = await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  await select(page, "Ada", "Cleo");
  await bar(page).getByRole("button", { name: "Archive" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expectFolders(owner, { [ada]: "archive", [bob]: "inbox", [cleo]: "archive" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(3);
  await expectFolders(owner, { [ada]: "inbox", [bob]: "inbox", [cleo]: "inbox" });
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await bar(page).getByRole("button", { name: "Mark as read" }).click();
  await expect(row(page, "Unread")).toHaveCount(0);
  const areRead = async () => (await owner.listMessages()).map(({ read }) => read);
  await expect.poll(areRead).toEqual([true, true, true]);
});

test("Shift-click selects a range", async ({ dashboard: page, owner }) => {
  await openInboxWith(page, owner, ["Eve", "Dan", "Cleo", "Bob", "Ada"]);
  await select(page, "Bob");
  const box = page.getByRole("checkbox", { name: "Select message from Dan" });
  await box.click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await bar(page).getByRole("button", { name: "Spam" }).click();
  await expect(rows(page)).toHaveCount(2);
});

test("on a phone, every action on a selection has its place, and a selection can be assigned", async ({
  dashboard: page,
  owner,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [cleo = "", , ada = ""] = await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  await select(page, "Ada", "Cleo");
  await expect(bar(page)).toContainText("2 selected");
  const assign = bar(page).getByRole("combobox", { name: "Assign the selected messages" });
  const buttons = await bar(page).getByRole("button").all();
  expect(buttons).toHaveLength(8);
  // A click that another control would get fails.
  for (const control of [...buttons, assign]) {
    await control.click({ trial: true });
    const { x = 0, width = 0 } = (await control.boundingBox()) ?? {};
    expect(x + width, (await control.getAttribute("title")) ?? "").toBeLessThanOrEqual(360);
  }
  await assign.selectOption({ label: `${owner.email} (you)` });
  await expect(page.getByText("Assigned to you: 2 messages.")).toBeVisible();
  const assigned = async () =>
    (await owner.listMessages()).filter(({ assignee }) => assignee !== null).map(({ id }) => id);
  await expect.poll(async () => (await assigned()).sort()).toEqual([cleo, ada].sort());
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(assigned).toEqual([]);
});

test("deleting several messages asks, counts the deleted messages, and can be undone", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const file = new File([new Uint8Array(PNG)], "photo.png");
  await sendFiles(owner.baseUrl, form, { name: "Ada" }, [file, file]);
  await receive(owner, form, ["Bob"]);
  await openInbox(page);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 2 messages?" });
  await expect(question).toContainText(/2 messages, 2 files \(\d+ bytes\)/);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await page.keyboard.press("#");
  await question.getByRole("button", { name: "Delete 2 messages" }).click();
  await expect(page.getByText("You’re all caught up")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(2);
  expect(await owner.listMessages()).toHaveLength(2);
});

test("a change that can't be sent is rolled back with an error", async ({
  owner,
  elsewhere: page,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  await expect(rows(page)).toHaveCount(2);
  await page.route("**/inbox*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await row(page, "Ada").focus();
  await page.keyboard.press("e");
  await expect(page.getByText("Couldn’t reach the service.")).toBeVisible();
  await expect(row(page, "Ada")).toBeVisible();
});

test("selects all messages that match, including those not shown", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const form = await owner.createForm("Contact");
  await giveMany(service.dataDir, form, 120);
  await openInbox(page, "/inbox?search=message+1");
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByRole("button", { name: "Select all that match" }).click();
  await expect(bar(page)).toContainText("32 selected");
  await bar(page).getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("Archived: 32 messages.")).toBeVisible();
  const archived = async () =>
    Object.values(await foldersOf(owner)).filter((folder) => folder === "archive").length;
  await expect.poll(archived).toBe(32);
});

test("exports more than 1,000 messages in parts, without losing any", async ({
  dashboard: page,
  form,
  service,
}) => {
  await giveMany(service.dataDir, form, 1_234);
  await openInbox(page);
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Export as CSV" });
  await expect(dialog).toContainText("1,234 messages match");
  const ids = new Set<string>();
  const headers = new Set<string>();
  for (const part of await dialog.getByRole("listitem").getByRole("link").all()) {
    const { bytes } = await download(page, part);
    const [header = "", ...lines] = bytes.toString().split("\r\n").slice(0, -1);
    headers.add(header);
    for (const line of lines) ids.add(line.slice(1, 37));
  }
  expect(ids.size).toBe(1_234);
  expect([...headers], "the parts can be joined").toHaveLength(1);
});

const MANY = Array.from({ length: 40 }, (_, at) => `Person ${String(at).padStart(2, "0")}`);

test("a selection shows which messages it holds, and a deletion repeats their number @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, MANY);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await expect(page.getByText("Only the 25 messages shown so far are selected.")).toBeVisible();
  await page.getByRole("button", { name: "Select all 40 that match" }).click();
  await expect(page.getByText("All 40 messages that match are selected.")).toBeVisible();
  await page.keyboard.press("#");
  await expect(page.getByRole("button", { name: "Delete 40 messages" })).toBeVisible();
});
