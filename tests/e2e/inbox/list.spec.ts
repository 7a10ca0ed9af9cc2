import { holdScripts } from "#tests/e2e/support/hold-scripts";
import {
  openInbox,
  openInboxWith,
  openMessage,
  receive,
  row,
  rows,
} from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { askToConfirm } from "#tests/e2e/support/world";
import { proveWidget, saveWidget } from "#tests/support/factories/owner-forms";
import { PNG } from "#tests/support/factories/sample-files";
import { eventually, sendFiles, sendMessage } from "#tests/support/factories/service-requests";
import { startFaultProxy } from "#tests/support/twins/fault-proxy";

test("opening a message marks it read, and it can be marked unread again", async ({
  dashboard: page,
  owner,
}) => {
  const [id = ""] = await openInboxWith(page, owner, ["Ada"]);
  await expect(row(page, "Unread: Ada")).toBeVisible();
  const message = await openMessage(page, "Ada");
  await expect(row(page, "Unread: Ada")).toHaveCount(0);
  await expect.poll(async () => (await owner.readMessage(id)).read).toBe(true);
  await message.getByRole("button", { name: "Mark as unread" }).click();
  await expect(row(page, "Unread: Ada")).toBeVisible();
  await expect.poll(async () => (await owner.readMessage(id)).read).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Unread: Ada")).toHaveCount(0);
  await expect.poll(async () => (await owner.readMessage(id)).read).toBe(true);
});

test("a message links to its sender's other messages and data", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact");
  for (const [name, email] of [
    ["Ada", "ada@example.com"],
    ["Bob", "bob@example.com"],
    ["A. Lovelace", "ada@example.com"],
  ] as const)
    await sendMessage(owner.baseUrl, form, { name, email, message: `From ${name}` });
  await page.goto("/inbox");
  const message = await openMessage(page, "Ada");
  const menu = message.getByRole("button", { name: "More actions" });
  await menu.click();
  await message.getByRole("menuitem", { name: "All messages from this sender" }).click();
  await expect(row(page, "From")).toHaveCount(2);
  await expect(page.getByRole("searchbox")).toHaveValue("ada@example.com");
  await openMessage(page, "Lovelace");
  await menu.click();
  await message.getByRole("menuitem", { name: "Export or delete their data" }).click();
  await expect(page.getByRole("button", { name: "Delete everything" })).toBeVisible();
  await expect(page.getByLabel("Person’s email address")).toHaveValue("ada@example.com");
  await expect(page, "the address isn't kept in the URL").toHaveURL(/\/settings\/data$/);
});

test("all actions of a message are visible at every width", async ({ dashboard: page, owner }) => {
  const [id = ""] = await receive(owner, await owner.createForm("Contact"), ["Ada"]);
  await openInbox(page, `/inbox?message=${id}`);
  const toolbar = page.getByRole("toolbar", { name: "Message", exact: true });
  for (const width of [320, 375, 768, 1024, 1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const names = ["Archive", "Spam", "Mark as unread", "Delete", "More actions"].map((name) =>
      toolbar.getByRole("button", { name, exact: true }),
    );
    const article = page.getByRole("article");
    names.push(article.getByRole("button", { name: /^Reply/ }));
    const steps = ["Newer message", "Older message"].map((name) =>
      article.getByRole("button", { name }),
    );
    for (const button of width < 1024 ? names : [...names, ...steps]) {
      const box = await button.boundingBox();
      expect((box?.x ?? 9999) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test("deleting can be undone for a few seconds and is then permanent", async ({
  dashboard: page,
  owner,
}) => {
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const file = new File([new Uint8Array(PNG)], "photo.png");
  await sendFiles(owner.baseUrl, form, { name: "Ada" }, [file]);
  await page.goto("/inbox");
  const message = await openMessage(page, "Ada");
  await message.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleted 1 message and 1 file.")).toBeVisible();
  await expect(row(page, "Ada")).toHaveCount(0);
  expect(await owner.listMessages(), "nothing is deleted while it can be undone").toHaveLength(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await openMessage(page, "Ada");
  await message.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await eventually("the deletion", async () =>
    (await owner.listMessages()).length === 0 ? true : undefined,
  );
  await expect(row(page, "Ada")).toHaveCount(0);
});

test("leaving the page sends its deletions, and the next page doesn't show them", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  await openMessage(page, "Ada");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.goto("/inbox");
  await expect(row(page, "Bob")).toBeVisible();
  await expect(row(page, "Ada")).toHaveCount(0);
  await eventually("the deletion", async () =>
    (await owner.listMessages()).length === 1 ? true : undefined,
  );
});

test("Back, Forward, and reload show the message that was open", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  const heading = page.getByRole("article").getByRole("heading", { level: 2 });
  await openMessage(page, "Ada");
  await openMessage(page, "Bob");
  await page.goBack();
  await expect(heading).toHaveText("Ada");
  await page.reload();
  await expect(heading).toHaveText("Ada");
  await page.goBack();
  await expect(page.getByText("No message open")).toBeVisible();
  await page.goForward();
  await expect(heading).toHaveText("Ada");
});

test("text typed before the scripts load is searched", async ({ dashboard: page, owner }) => {
  await receive(owner, await owner.createForm("Contact"), ["Ada", "Bob"]);
  const loadScripts = await holdScripts(page);
  await page.goto("/inbox", { waitUntil: "commit" });
  await page.getByRole("searchbox").fill("bob");
  loadScripts();
  await expect(page).toHaveURL(/search=bob/);
  await expect(row(page, "From")).toHaveCount(1);
});

/** More than the list shows at first. */
const PEOPLE = Array.from({ length: 40 }, (_, at) => `Person ${String(at).padStart(2, "0")}`);

test("five archives share a growing toast, and z five times brings all five back @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Fay", "Eve", "Dan", "Cleo", "Bob", "Ada"]);
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
  const ids = await receive(owner, await owner.createForm("Contact"), PEOPLE);
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

for (const [what, kind] of [
  ["swallowed", "half-open"],
  ["refused", "reset"],
] as const)
  test(`a deletion that the network ${what} while its page closed is sent by the next page, which doesn't show the message @matrix`, async ({
    dashboard: page,
    owner,
  }) => {
    const [bob] = await receive(owner, await owner.createForm("Contact"), ["Bob", "Ada"]);
    const network = await startFaultProxy(Number(new URL(owner.baseUrl).port));
    const inbox = `http://localhost:${network.port}/inbox`;
    await openInbox(page, inbox);
    await (await openMessage(page, "Ada")).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Deleted 1 message")).toBeVisible();
    network.fail({ kind });
    await page.goto("about:blank");
    // By the time another tab is refused, the closed page mostly knows that its deletion was.
    if (kind === "reset")
      await expect((await page.context().newPage()).goto(inbox)).rejects.toThrow();
    network.heal();
    expect(await owner.listMessages(), "nothing has arrived").toHaveLength(2);
    await page.goto(inbox);
    await expect(row(page, "Bob")).toBeVisible();
    await expect(row(page, "Ada")).toHaveCount(0);
    const left = await eventually("the deletion", async () => {
      const messages = await owner.listMessages();
      return messages.length === 1 ? messages : undefined;
    });
    expect(left.map(({ id }) => id)).toEqual([bob]);
    await page.close();
    await network.stop();
  });

test("a message that waits, once archived, waits again after Undo @matrix", async ({
  dashboard: page,
  owner,
}) => {
  const recipient = await owner.addVerifiedRecipient();
  const form = await owner.createForm("Contact", { recipientIds: [recipient.id] });
  await saveWidget(owner, form.id, "0x4AAAAAAAundo");
  await proveWidget(owner, form);
  await askToConfirm(owner, form);
  const waiting = page.getByRole("link", { name: /^edsger-/ });
  await page.goto(`/forms/${form.id}/diagnostics`);
  await waiting.click();
  await expect(page.getByText("Waiting for confirmation")).toBeVisible();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Archived.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Archived.")).toHaveCount(0);
  await expect(async () => {
    await page.goto(`/forms/${form.id}/diagnostics`);
    await expect(waiting).toBeVisible({ timeout: 5_000 });
  }).toPass();
  for (const folder of ["inbox", "archive"]) {
    await page.goto(`/inbox?folder=${folder}`);
    await expect(waiting).toHaveCount(0);
  }
});
