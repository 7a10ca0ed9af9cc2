import { expect, test } from "vitest";
import { deleteForm } from "#lib/forms/forms";
import { BrowseFormsQuery, browseForms } from "#lib/submissions/browse-forms";
import { countFormDays } from "#lib/submissions/count-submissions";
import { readNewestFields } from "#lib/submissions/recent-contents";
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
