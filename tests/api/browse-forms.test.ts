import { expect, test } from "vitest";
import { deleteForm } from "#lib/domain/forms/forms";
import { BrowseFormsQuery, browseForms } from "#lib/domain/submissions/inbox/browse-forms";
import {
  ACTIVITY_DAYS,
  countFormDays,
  listFormActivity,
} from "#lib/domain/submissions/inbox/count-submissions";
import { listFieldNames, readNewestFields } from "#lib/domain/submissions/inbox/recent-contents";
import { readPages } from "#tests/support/contract/api";
import {
  contextAt,
  createForm,
  createOwnForm,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

const NOW = new Date("2026-10-26T00:30:00.000Z");
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

async function browse(workspace: Workspace, query: Record<string, string> = {}) {
  const page = await browseForms(contextAt(workspace, NOW), BrowseFormsQuery.parse(query));
  return { ...page, names: page.data.map(({ name }) => name) };
}

/** Forms by name, created one after the other. */
async function createForms(workspace: Workspace, names: readonly string[]) {
  const recipientIds = [(await createVerifiedRecipient(workspace)).id];
  const forms = [];
  for (const [index, name] of names.entries()) {
    const now = new Date(hoursAgo(1000).getTime() + index);
    forms.push(await createForm(workspace, { name, recipientIds, now }));
  }
  return forms;
}

test("other workspaces' forms and deleted ones are in no list, whatever it's sorted by", async () => {
  const [mine, theirs] = [await createWorkspace(), await createWorkspace()];
  const [kept, deleted] = await createForms(mine, ["Kept", "Deleted"]);
  const [foreign] = await createForms(theirs, ["Foreign"]);
  if (!kept || !deleted || !foreign) expect.unreachable();
  await createSubmission(mine, deleted, { receivedAt: hoursAgo(1) });
  await createSubmission(theirs, foreign, { receivedAt: hoursAgo(1) });
  await deleteForm(mine.ctx, deleted.id);
  for (const sort of ["created", "name", "latest", "recent"]) {
    expect((await browse(mine, { sort })).names).toEqual(["Kept"]);
    expect((await browse(mine, { sort, search: "e" })).names).toEqual(["Kept"]);
  }
  const ctx = contextAt(mine, NOW);
  expect((await countFormDays(ctx, deleted.id)).some(({ accepted }) => accepted > 0)).toBe(false);
  expect(await readNewestFields(ctx, deleted.id)).toBeNull();
});

test("forms are sorted by creation, by name with numbers, by last message and by recent messages", async () => {
  const workspace = await createWorkspace();
  const [ten, two, umlaut] = await createForms(workspace, ["form 10", "Form 2", "Äpfel", "Empty"]);
  if (!ten || !two || !umlaut) expect.unreachable();
  await createSubmission(workspace, ten, { receivedAt: hoursAgo(2) });
  await createSubmission(workspace, ten, { receivedAt: hoursAgo(3), folder: "archive" });
  await createSubmission(workspace, two, { receivedAt: hoursAgo(1), folder: "spam" });
  await createSubmission(workspace, umlaut, { receivedAt: hoursAgo(40 * 24) });
  const namesBy = async (sort: string) => (await browse(workspace, { sort })).names;
  expect(await namesBy("created")).toEqual(["Empty", "Äpfel", "Form 2", "form 10"]);
  expect(await namesBy("name")).toEqual(["Äpfel", "Empty", "Form 2", "form 10"]);
  expect(await namesBy("latest")).toEqual(["Form 2", "form 10", "Äpfel", "Empty"]);
  expect((await browse(workspace)).names, "the default").toEqual(await namesBy("latest"));
  expect(await namesBy("recent")).toEqual(["form 10", "Empty", "Äpfel", "Form 2"]);
});

test("a search finds names in any case, literally", async () => {
  const workspace = await createWorkspace();
  await createForms(workspace, ["İstanbul 100%", "Straße_1", "Orders"]);
  const namesFor = async (search: string) => (await browse(workspace, { search })).names;
  expect(await namesFor("istanbul")).toEqual(["İstanbul 100%"]);
  expect(await namesFor(" STRASSE_ ")).toEqual(["Straße_1"]);
  expect(await namesFor("%")).toEqual(["İstanbul 100%"]);
  expect(await namesFor("nothing")).toEqual([]);
});

test("every sort order has pages of 25 without gaps or repeats", async () => {
  const workspace = await createWorkspace();
  const names = Array.from({ length: 60 }, (_, index) => `Form ${index}`);
  await createForms(workspace, names);
  for (const sort of ["created", "name", "recent"]) {
    const pages = await readPages((page) => browse(workspace, { sort, ...page }));
    expect(pages.map(({ data, isCut }) => [data.length, isCut])).toEqual([
      [25, false],
      [25, false],
      [10, false],
    ]);
    const seen = pages.flatMap((page) => page.names);
    expect(seen).toEqual(sort === "name" ? names : names.toReversed());
  }
});

test("a sorted list starts again when the form at its cursor is gone", async () => {
  const workspace = await createWorkspace();
  const names = Array.from({ length: 26 }, (_, index) => `Form ${index}`);
  await createForms(workspace, names);
  const first = await browse(workspace, { sort: "name" });
  await deleteForm(workspace.ctx, first.data.at(-1)?.id ?? "");
  const next = await browse(workspace, { sort: "name", cursor: first.nextCursor ?? "" });
  expect(next.names[0]).toBe("Form 0");
});

test("messages are counted per day of the viewer's time zone, spam apart", async () => {
  const { workspace, form } = await createOwnForm();
  // In Berlin, 25 October 2026 had 25 hours, and at NOW it's 01:30 on the 26th.
  for (const at of ["2026-10-25T23:30:00Z", "2026-10-25T22:30:00Z", "2026-10-24T22:30:00Z"])
    await createSubmission(workspace, form, { receivedAt: new Date(at), folder: "archive" });
  await createSubmission(workspace, form, { receivedAt: hoursAgo(-0.1), folder: "spam" });
  await createSubmission(workspace, form, { receivedAt: hoursAgo(31 * 24) });
  const ctx = contextAt(workspace, NOW);
  const inBerlin = await countFormDays(ctx, form.id, "Europe/Berlin");
  expect(inBerlin).toHaveLength(30);
  expect(inBerlin[0]).toEqual({ day: "2026-09-27", accepted: 0, spam: 0 });
  expect(inBerlin.slice(-3)).toEqual([
    { day: "2026-10-24", accepted: 0, spam: 0 },
    { day: "2026-10-25", accepted: 2, spam: 0 },
    { day: "2026-10-26", accepted: 1, spam: 1 },
  ]);
  const inUtc = await countFormDays(ctx, form.id);
  expect(inUtc.slice(-3)).toEqual([
    { day: "2026-10-24", accepted: 1, spam: 0 },
    { day: "2026-10-25", accepted: 2, spam: 0 },
    { day: "2026-10-26", accepted: 0, spam: 1 },
  ]);
});

test("the newest fields are those of the latest message outside spam that hasn't expired", async () => {
  const { workspace, form } = await createOwnForm();
  const ctx = contextAt(workspace, NOW);
  const send = (name: string, hours: number, rest = {}) =>
    createSubmission(workspace, form, { fields: { name }, receivedAt: hoursAgo(hours), ...rest });
  await send("older", 5);
  await send("newest", 4);
  await send("expired", 3, { expiresAt: hoursAgo(1) });
  await send("spam", 2, { folder: "spam" });
  expect(await readNewestFields(ctx, form.id)).toEqual([["name", "newest"]]);
});

test("field names come from a form's latest messages outside spam, the most frequent first", async () => {
  const workspace = await createWorkspace();
  const [form, other] = [await createForm(workspace), await createForm(workspace)];
  await createSubmission(workspace, form, { fields: { topic: "a", message: "b" } });
  await createSubmission(workspace, form, { fields: { topic: "c" }, folder: "archive" });
  await createSubmission(workspace, form, { fields: { junk: "x" }, folder: "spam" });
  await createSubmission(workspace, form, { fields: { old: "x" }, expiresAt: new Date(0) });
  await createSubmission(workspace, other, { fields: { elsewhere: "x" } });
  expect(await listFieldNames(workspace.ctx, form.id)).toEqual(["topic", "message"]);
});

test("a message with thousands of fields or very long ones doesn't lengthen the list of names", async () => {
  const { workspace, form } = await createOwnForm();
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, "x"]));
  await createSubmission(workspace, form, { fields: many });
  await createSubmission(workspace, form, { fields: { huge: "x".repeat(70_000) } });
  await createSubmission(workspace, form, { fields: { ["n".repeat(101)]: "x" } });
  const names = await listFieldNames(workspace.ctx, form.id);
  expect(names).toHaveLength(50);
  expect(names.every((name) => name.startsWith("f"))).toBe(true);
});

test("counts messages per form and 24-hour period, excluding spam, those slightly in the future as today's", async () => {
  const workspace = await createWorkspace();
  const [busy, quiet] = [await createForm(workspace), await createForm(workspace)];
  const empty = await createForm(workspace);
  for (const hours of [-0.1, 0, 23.9, 24.1, 25, 29 * 24, 30 * 24 - 1, 30 * 24 + 1])
    await createSubmission(workspace, busy, { receivedAt: hoursAgo(hours), folder: "archive" });
  await createSubmission(workspace, busy, { receivedAt: hoursAgo(1), folder: "spam" });
  await createSubmission(workspace, quiet, { receivedAt: hoursAgo(2000), folder: "spam" });
  const ids = [busy.id, quiet.id, empty.id];
  const found = await listFormActivity(contextAt(workspace, NOW), ids);
  const none = Array(ACTIVITY_DAYS).fill(0);
  expect(found.get(busy.id)).toEqual({
    perDay: [2, ...Array(27).fill(0), 2, 3],
    lastReceivedAt: hoursAgo(-0.1).getTime(),
  });
  const lastReceivedAt = hoursAgo(2000).getTime();
  expect(found.get(quiet.id)).toEqual({ perDay: none, lastReceivedAt });
  expect(found.get(empty.id)).toEqual({ perDay: none, lastReceivedAt: null });
});
