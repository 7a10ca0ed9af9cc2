import type { Page } from "playwright/test";
import { openInbox, openInboxWith, openMessage, row, rows, select } from "#tests/e2e/support/inbox";
import { giveMany } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";

type Note = { id: string; text: string; createdAt: number; updatedAt: number };

async function notesOf(owner: Owner, id: string): Promise<Note[]> {
  return (await (await owner.api("GET", `/submissions/${id}/notes`, 200)).json()).data;
}

const textsOf = async (owner: Owner, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await notesOf(owner, id)).map(({ text }) => text)));

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Add a note to/ });
const noted = (page: Page) => rows(page).filter({ hasText: "Has notes" });

test("n writes one note about all that are selected, by keyboard alone, and z takes it back", async ({
  dashboard: page,
  owner,
}) => {
  const ids = await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("n");
  await expect(dialog(page)).toHaveAccessibleName("Add a note to 2 messages");
  await expect(page.getByLabel("Note", { exact: true })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog(page).getByRole("alert")).toHaveText("Write something first.");
  await page.keyboard.type("Called: next week.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText("Added the note to 2 messages.")).toBeVisible();
  await expect(noted(page)).toHaveCount(2);
  await expect(page.getByRole("toolbar", { name: "Selected messages" })).toBeHidden();
  const texts = ["Called: next week."];
  expect(await textsOf(owner, ids)).toEqual([[], texts, texts]);
  await page.keyboard.press("z");
  await expect(noted(page)).toHaveCount(0);
  expect(await textsOf(owner, ids)).toEqual([[], [], []]);
});

test("a note about a selection is kept while its dialog is closed, and says which messages are gone", async ({
  dashboard: page,
  owner,
}) => {
  const [, bob = "", ada = ""] = await openInboxWith(page, owner, ["Cleo", "Bob", "Ada"]);
  await select(page, "Ada", "Bob");
  await page.getByRole("button", { name: "Add note" }).click();
  await dialog(page).getByLabel("Note", { exact: true }).fill("Wants a quote.");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await owner.api("DELETE", `/submissions/${bob}`, 204);
  await page.keyboard.press("n");
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("Wants a quote.");
  await dialog(page).getByRole("button", { name: "Add note" }).click();
  await expect(
    page.getByText("Added the note to 1 message. 1 message no longer exists."),
  ).toBeVisible();
  expect(await textsOf(owner, [ada])).toEqual([["Wants a quote."]]);
});

test("the filter lists messages with notes, or without, counts them, and selects all that match", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const form = await owner.createForm("Contact");
  await giveMany(service.dataDir, form, 60);
  const listed = (await owner.listMessages()).slice(0, 2).map(({ id }) => id);
  await owner.api("POST", "/submissions/notes", 201, { ids: listed, text: "Called." });
  await openInbox(page);
  await page.keyboard.press("f");
  const filters = page.getByRole("dialog", { name: "Filter messages" });
  await filters.getByLabel("Notes").selectOption({ label: "With notes" });
  await expect(page).toHaveURL(/[?&]hasNotes=true/);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2 messages");
  await filters.getByLabel("Notes").selectOption({ label: "Without notes" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("58 messages");
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByRole("button", { name: "Select all 58 that match" }).click();
  await page.keyboard.press("n");
  await dialog(page).getByLabel("Note", { exact: true }).fill("Imported.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Added the note to 58 messages.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await openInbox(page, "/inbox?hasNotes=true");
  await expect(rows(page)).toHaveCount(2);
});

test("a note that was added, or deleted, comes back with Undo as it was", async ({
  dashboard: page,
  owner,
}) => {
  const [id = ""] = await openInboxWith(page, owner, ["Ada"]);
  await openMessage(page, "Ada");
  const item = page.getByRole("listitem").filter({ hasText: "Called her." });
  const write = async () => {
    await page.getByLabel("Add a note").fill("Called her.");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(item).toBeVisible();
  };
  await write();
  await page.getByRole("heading", { name: "Ada" }).focus();
  await page.keyboard.press("z");
  await expect(item).toHaveCount(0);
  expect(await notesOf(owner, id)).toEqual([]);

  await write();
  const before = await notesOf(owner, id);
  await item.getByRole("button", { name: "Delete note" }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(item).toBeVisible();
  expect(await notesOf(owner, id)).toEqual(before);

  await item.getByRole("button", { name: "Delete note" }).click();
  await expect(item).toHaveCount(0);
  await page.reload();
  await expect.poll(() => notesOf(owner, id), "the page closed before its time").toEqual([]);
});

test.describe("what a colleague edits meanwhile", () => {
  test.use({ provoked: [/409/] });

  test("a note that is edited elsewhere is neither deleted nor taken back", async ({
    dashboard: page,
    owner,
  }) => {
    const [id = ""] = await openInboxWith(page, owner, ["Ada"]);
    await openMessage(page, "Ada");
    await page.getByLabel("Add a note").fill("Called her.");
    await page.getByRole("button", { name: "Add note" }).click();
    const item = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    await expect(item("Called her.")).toBeVisible();
    const [note] = await notesOf(owner, id);
    const edit = (text: string) =>
      owner.api("PATCH", `/submissions/${id}/notes/${note?.id}`, 200, { text });
    await edit("Called her twice.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("1 note was edited meanwhile, so it stays.")).toBeVisible();
    await expect(item("Called her twice.")).toBeVisible();

    await item("Called her twice.").getByRole("button", { name: "Delete note" }).click();
    await edit("Called her three times.");
    await page
      .getByRole("region", { name: "Notifications", exact: true })
      .getByRole("button", { name: "Dismiss" })
      .last()
      .click();
    await expect(
      page.getByText("Someone has changed the note, so it isn’t deleted."),
    ).toBeVisible();
    await expect(item("Called her three times.")).toBeVisible();
    await expect(row(page, "Ada")).toContainText("Has notes");
  });
});
