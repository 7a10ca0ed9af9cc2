import { openInbox, openInboxWith, receive, row, rows } from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

const MANY = Array.from({ length: 40 }, (_, at) => `Person ${String(at).padStart(2, "0")}`);

test("five archives share a growing toast, and z five times brings all five back @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, MANY.slice(0, 6));
  await page.keyboard.press("j");
  for (let left = 5; left >= 1; left--) {
    await page.keyboard.press("e");
    await expect(rows(page)).toHaveCount(left);
  }
  await expect(page.getByText("Archived: 5 messages.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(1);
  for (let back = 2; back <= 6; back++) {
    await page.keyboard.press("z");
    await expect(rows(page)).toHaveCount(back);
  }
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
});

test("a deletion can be undone on another page, and the sidebar counts it @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  const sidebar = page.getByRole("navigation", { name: "Main" });
  const unread = sidebar.getByText(/unread/);
  await expect(unread).toHaveText("2 unread");
  await row(page, "Ada").focus();
  await page.keyboard.press("#");
  await expect(unread).toHaveText("1 unread");
  await sidebar.getByRole("link", { name: "Forms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forms" })).toBeVisible();
  await expect(unread).toHaveText("1 unread");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(unread).toHaveText("2 unread");
  await sidebar.getByRole("link", { name: /^Inbox/ }).click();
  await expect(row(page, "Ada")).toBeVisible();
});

test("a link to an older message opens it among its neighbors @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const ids = await receive(owner, await owner.createForm("Contact"), MANY);
  await openInbox(page, `/inbox/${ids[4]}`);
  await expect(row(page, "Person 04")).toHaveAttribute("aria-current", "true");
  await expect(row(page, "Person 14")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("article").getByRole("heading", { level: 2 })).toHaveText(
    "Person 03",
  );
  await page.getByRole("link", { name: "Back to newest" }).click();
  await expect(row(page, "Person 39")).toBeVisible();
});

test("a search looks in all folders, shows how many each has, and marks the matches @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const ids = await openInboxWith(page, owner, ["Ada", "Bob", "Adele"]);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search messages" }).fill("from ad");
  await expect(rows(page)).toHaveCount(2);
  const folders = page.getByRole("navigation", { name: "Folders" });
  await expect(folders.getByRole("link", { name: "Inbox 1 found" })).toBeVisible();
  await expect(folders.getByRole("link", { name: "Archive 1 found" })).toBeVisible();
  await expect(folders.getByRole("link", { name: "Spam 0 found" })).toBeVisible();
  const marked = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get("search") ?? [])].map((range) => range.toString()).sort(),
    );
  await expect.poll(marked).toEqual(["From Ad", "From Ad"]);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("searchbox", { name: "Search messages" })).toBeFocused();
  await expect(page).toHaveURL(/\/inbox$/);
  await expect.poll(marked).toEqual([]);
  expect(ids).toHaveLength(3);
});

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

test("a form's overview announces its first message @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  await page.goto(`/forms/${form.id}`);
  await expect(page.getByText("No messages yet.")).toBeVisible();
  await sendMessage(owner.baseUrl, form, { name: "Ada", message: "Hello" });
  await expect(page.getByText("Your first message has arrived.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /^Ada/ })).toBeVisible();
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.getByRole("article").getByText("Hello")).toBeVisible();
});
