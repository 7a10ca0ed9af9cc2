import {
  expectOpen,
  foldersOf,
  openInbox,
  openInboxWith,
  openMessage,
  receive,
  row,
  rows,
} from "#tests/e2e/support/inbox";
import { expect, test } from "#tests/e2e/support/test";
import { eventually } from "#tests/support/factories/service-requests";

const TEN = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10"].map((name) => `${name}x`);

test("handles ten messages by keyboard alone @matrix", async ({ dashboard: page, owner }) => {
  const ids = await receive(owner, await owner.createForm("Contact"), TEN.toReversed());
  const [a1 = "", a2 = "", a3 = "", a4 = "", a5 = "", a6 = "", a7 = ""] = ids.toReversed();
  await openInbox(page);
  await expect(rows(page)).toHaveCount(10);
  const { keyboard } = page;
  await keyboard.press("j");
  await expect(row(page, "A1x")).toBeFocused();
  await keyboard.press("Enter");
  await expectOpen(page, "A1x");
  await expect(page.getByRole("heading", { name: "A1x" })).toBeFocused();
  await keyboard.press("e");
  await expectOpen(page, "A2x");
  await keyboard.press("!");
  await expectOpen(page, "A3x");
  await keyboard.press("#");
  await expectOpen(page, "A4x");
  await keyboard.press("j");
  await expectOpen(page, "A5x");
  await keyboard.press("u");
  await expect(row(page, "Unread: A5x")).toBeVisible();
  await keyboard.press("k");
  await expectOpen(page, "A4x");
  await expect(row(page, "A4x")).toBeFocused();
  await keyboard.press("Escape");
  await expect(page.getByText("No message open")).toBeVisible();
  await expect(row(page, "A4x")).toBeFocused();
  await keyboard.press("x");
  await keyboard.press("j");
  await keyboard.press("x");
  await expect(page.getByRole("toolbar", { name: "Selected messages" })).toContainText(
    "2 selected",
  );
  await keyboard.press("e");
  await expect(rows(page)).toHaveCount(5);
  await expect(row(page, "A6x")).toBeFocused();
  await keyboard.press("x");
  await keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Selected messages" })).toHaveCount(0);
  await keyboard.press("ArrowDown");
  await keyboard.press("e");
  await expect(row(page, "A7x")).toHaveCount(0);
  await keyboard.press("z");
  await expect(row(page, "A7x")).toBeVisible();
  await eventually("the folders of the ten messages", async () => {
    const folders = await foldersOf(owner);
    const isDone =
      [a1, a4, a5].every((id) => folders[id] === "archive") &&
      folders[a2] === "spam" &&
      !(a3 in folders) &&
      [a6, a7].every((id) => folders[id] === "inbox");
    return isDone ? true : undefined;
  });
});

test("shortcuts are off while typing and in dialogs @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox");
  await expect(search).toBeFocused();
  await page.keyboard.type("ej#!xuk");
  await expect(page.getByText("No matches")).toBeVisible();
  await search.fill("");
  await expect(rows(page)).toHaveCount(2);
  await row(page, "Ada").focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await page.keyboard.press("e");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(row(page, "Ada"), "the focus returns").toBeFocused();
  await expect(rows(page)).toHaveCount(2);
});

test("single-key shortcuts can be turned off @matrix", async ({ dashboard: page, owner }) => {
  await openInboxWith(page, owner, ["Ada"]);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("switch", { name: "Enable single-key shortcuts" }).uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("e");
  await openInbox(page);
  await row(page, "Ada").focus();
  await page.keyboard.press("e");
  await page.keyboard.press("#");
  await expect(row(page, "Ada")).toBeVisible();
  await page.keyboard.press("Enter");
  await expectOpen(page, "Ada");
});

test("shortcuts do nothing until a message is focused @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  for (const key of ["e", "!", "#", "u", "x"]) await page.keyboard.press(key);
  await expect(page.getByRole("toolbar", { name: "Selected messages" })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(rows(page)).toHaveCount(1);
});

test("shortcuts work on non-Latin keyboards @matrix", async ({ dashboard: page, owner }) => {
  await openInboxWith(page, owner, ["Bob", "Ada"]);
  const press = (key: string, code: string) =>
    page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent("keydown", init)), {
      key,
      code,
      bubbles: true,
      cancelable: true,
    });
  await press("о", "KeyJ");
  await expect(row(page, "Ada")).toBeFocused();
  await press("у", "KeyE");
  await expect(row(page, "Ada")).toHaveCount(0);
});

test("holding a key down archives one message only @matrix", async ({ dashboard: page, owner }) => {
  await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  await openMessage(page, "Ada");
  await page.keyboard.down("e");
  await page.keyboard.down("e");
  await page.keyboard.down("e");
  await page.keyboard.up("e");
  await expect(rows(page)).toHaveCount(2);
});

test("Tab stops once in the list, then goes to the message @matrix", async ({
  dashboard: page,
  owner,
}) => {
  await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  await openMessage(page, "Bob");
  await row(page, "Bob").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("article").getByRole("button", { name: /^Reply/ })).toBeFocused();
});
