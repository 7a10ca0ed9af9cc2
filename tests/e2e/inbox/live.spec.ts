import type { Page } from "playwright/test";
import {
  expectOpen,
  openInbox,
  openInboxWith,
  openMessage,
  receive,
  row,
  rows,
} from "#tests/e2e/support/inbox";
import { giveMany } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";

const newMessages = (page: Page) => page.getByRole("button", { name: /new messages?/ });

test("a new message appears on top, and the counts follow @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await receive(owner, form, ["Ada"]);
  await openInbox(page);
  await expect(rows(page)).toHaveCount(1);
  await receive(owner, form, ["Bob"]);
  await expect(rows(page).first()).toContainText("Bob");
  await expect(rows(page)).toHaveCount(2);
  const count = page.getByRole("navigation", { name: "Main" }).getByText("2 unread");
  await expect(count).toBeAttached();
});

test("new messages wait while the list is in use @matrix", async ({
  dashboard: page,
  owner,
  form,
}) => {
  await receive(owner, form, ["Bob", "Ada"]);
  await openInbox(page);
  await row(page, "Ada").focus();
  const before = await row(page, "Bob").boundingBox();
  await receive(owner, form, ["Cleo", "Dan"]);
  await expect(newMessages(page)).toHaveText("2 new messages");
  await expect(row(page, "Ada")).toBeFocused();
  expect(await row(page, "Bob").boundingBox()).toEqual(before);
  await page.keyboard.press("Shift+N");
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText("Dan");
  await expect(newMessages(page)).toHaveCount(0);
  await expect(row(page, "Ada")).toBeFocused();
});

test("new messages wait while the list is scrolled down @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const form = await owner.createForm("Contact");
  await giveMany(service.dataDir, form, 60);
  await openInbox(page);
  const low = row(page, "Sender 20\\b");
  await low.scrollIntoViewIfNeeded();
  await page.mouse.move(1200, 500);
  const before = await low.boundingBox();
  await receive(owner, form, ["Ada"]);
  await expect(newMessages(page)).toHaveText("1 new message");
  expect(await low.boundingBox()).toEqual(before);
  await newMessages(page).click();
  await expect(rows(page).first()).toContainText("Ada");
});

test("the list stays in place while an older message is open @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const form = await owner.createForm("Contact");
  await giveMany(service.dataDir, form, 120);
  await openInbox(page);
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(60);
  await row(page, "Sender 60\\b").click();
  await expectOpen(page, "Sender 60");
  const count = page.getByRole("navigation", { name: "Main" });
  await expect(count).toContainText("80 unread");
  await receive(owner, form, ["Ada"]);
  await expect(count, "the page was refreshed").toContainText("81 unread");
  await expect(row(page, "Sender 1\\b")).toHaveCount(1);
  await expect(page.getByText("Back to newest")).toHaveCount(0);
  await expect(page.getByRole("article").getByRole("heading", { level: 2 })).toHaveText(
    "Sender 60",
  );
});

test("new messages and changes are read as JSON, and the page isn't rendered again @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  await receive(owner, form, ["Bob"]);
  await openInbox(page);
  const rendered: string[] = [];
  page.on("request", (request) => {
    const headers = request.headers();
    if ("rsc" in headers && !("next-router-prefetch" in headers)) rendered.push(request.url());
  });
  await receive(owner, form, ["Ada"]);
  const unread = page.getByRole("navigation", { name: "Main" }).getByText(/unread/);
  await expect(unread).toHaveText("2 unread");
  await row(page, "Bob").focus();
  const isRead = page.waitForResponse(/submissions\/totals/);
  await page.keyboard.press("e");
  await isRead;
  await expect(unread).toHaveText("1 unread");
  expect(rendered).toEqual([]);
});

test("Back shows a list as it is now @matrix", async ({ dashboard: page, owner }) => {
  await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  const folders = page.getByRole("navigation", { name: "Folders" });
  await folders.getByRole("link", { name: /^All/ }).click();
  await expect(page).toHaveURL(/folder=all/);
  await row(page, "Ada").focus();
  await page.keyboard.press("e");
  await expect(page.getByText("Archived.")).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("2 messages");
  await page.keyboard.press("z");
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText("Ada");
  await expect(heading).toContainText("3 messages");
});

test("shows that it's offline, and catches up afterwards @matrix", async ({
  owner,
  elsewhere: page,
}) => {
  const form = await owner.createForm("Contact");
  await receive(owner, form, ["Ada"]);
  await openInbox(page);
  await row(page, "Ada").hover();
  await page.context().setOffline(true);
  await expect(page.getByText("Can’t reach the service.")).toBeVisible();
  await receive(owner, form, ["Bob"]);
  await page.context().setOffline(false);
  await expect(page.getByText("Can’t reach the service.")).toHaveCount(0);
  await expect(newMessages(page).or(row(page, "Bob"))).toBeVisible();
});

test("loading older messages or a message can be retried @matrix", async ({
  owner,
  elsewhere: page,
  service,
}) => {
  const form = await owner.createForm("Contact");
  await giveMany(service.dataDir, form, 60);
  await page.route("**/api/account/submissions?*cursor=*", (route) => route.abort());
  await page.route(/\/api\/account\/submissions\/[0-9a-f-]{36}$/, (route) => route.abort());
  await openInbox(page);
  await rows(page).last().scrollIntoViewIfNeeded();
  const again = page.getByText("Couldn’t load older messages. Try again");
  await expect(again).toBeVisible();
  await row(page, "Sender 1\\b").click();
  await expect(page.getByText("Couldn’t load this message")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expectOpen(page, "Sender 1");
  await again.click();
  await expect.poll(() => rows(page).count()).toBe(60);
});

test("two tabs can change the same message, and show each other's changes on return @matrix", async ({
  dashboard: page,
  owner,
  context,
}) => {
  const [, , ada = ""] = await receive(owner, await owner.createForm("Contact"), [
    "Cleo",
    "Bob",
    "Ada",
  ]);
  const other = await context.newPage();
  // A headless browser never hides a tab, so the test dispatches the event itself.
  const returnToOther = () =>
    other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await openInbox(page);
  await openInbox(other);
  await openMessage(page, "Ada");
  await page.keyboard.press("e");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.hover();
  await expect.poll(async () => (await owner.readMessage(ada)).folder).toBe("archive");
  await row(other, "Ada").focus();
  await other.keyboard.press("#");
  await expect(row(other, "Ada")).toHaveCount(0);
  await other.getByRole("button", { name: "Undo" }).click();
  await expect(row(other, "Ada")).toBeVisible();
  await returnToOther();
  await expect(row(other, "Ada")).toHaveCount(0);
  await undo.click();
  await expect(row(page, "Ada")).toBeVisible();
  await expect.poll(async () => (await owner.readMessage(ada)).folder).toBe("inbox");
  await returnToOther();
  await expect(newMessages(other).or(row(other, "Ada"))).toBeVisible();
});

test("changing a message that someone else deleted does no harm @matrix", async ({
  dashboard: page,
  elsewhere: other,
  owner,
}) => {
  const [bob = ""] = await receive(owner, await owner.createForm("Contact"), ["Bob", "Ada"]);
  await openInbox(other);
  await expect(rows(other)).toHaveCount(2);
  await openInbox(page);
  await openMessage(page, "Bob");
  await page.keyboard.press("#");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(async () => (await owner.listMessages()).length).toBe(1);
  await row(other, "Bob").focus();
  await other.keyboard.press("e");
  await expect(row(other, "Bob")).toHaveCount(0);
  await openInbox(other, `/inbox?message=${bob}`);
  await expect(other.getByText("This message no longer exists")).toBeVisible();
});

test("a double click acts once @matrix", async ({ dashboard: page, owner }) => {
  await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  const message = await openMessage(page, "Ada");
  await message.getByRole("button", { name: "Archive" }).dblclick();
  await expectOpen(page, "Bob");
  await expect(rows(page)).toHaveCount(2);
});

test("a list of 10,000 messages loads in small pages @matrix", async ({
  dashboard: page,
  form,
  service,
}) => {
  await giveMany(service.dataDir, form, 10_000);
  const response = await page.goto("/inbox");
  expect((await response?.body())?.byteLength).toBeLessThan(106_000);
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("10,000");
  for (const count of [75, 125]) {
    await rows(page).last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count);
  }
  const names = await rows(page).evaluateAll((links) =>
    links.map((link) => /Sender (\d+)/.exec(link.textContent ?? "")?.[1]),
  );
  expect(names).toEqual(names.map((_, index) => String(index + 1)));
});

test("after a colleague's change, the open message is read again once, however many polls name it @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const [id = ""] = await receive(owner, form, ["Ada"]);
  await owner.awaitSent(id);
  await openInbox(page);
  await openMessage(page, "Ada");
  await expect(row(page, "Unread")).toHaveCount(0);
  const namesIt = () =>
    page.waitForResponse(async (response) => {
      if (!response.url().includes("/submissions/arrivals?")) return false;
      const { changed } = await response.json();
      return changed.some((one: { id: string }) => one.id === id);
    });
  // Opening it marks it as read, which is a change too.
  await expect
    .poll(async () => {
      const response = await page.waitForResponse(/\/submissions\/arrivals\?/);
      return (await response.json()).changed;
    }, "nothing has changed lately")
    .toEqual([]);
  let reads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/api/account/submissions/${id}`)) reads += 1;
  });
  await owner.api("POST", `/submissions/${id}/notes`, 201, { text: "Called her." });
  await namesIt();
  await expect(page.getByRole("listitem").filter({ hasText: "Called her." })).toBeVisible();
  await namesIt();
  await page.waitForResponse(/\/submissions\/arrivals\?/);
  expect(reads).toBe(1);
});
