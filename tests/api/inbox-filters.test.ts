import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { planExport } from "#lib/domain/submissions/export/export-submissions";
import { countMatching } from "#lib/domain/submissions/inbox/count-submissions";
import { Arrivals, InboxFilter, InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";
import { listMatching } from "#lib/domain/submissions/inbox/select-messages";
import { createNote } from "#lib/domain/submissions/notes/add-notes";
import { deleteNote } from "#lib/domain/submissions/notes/notes";
import { callAccount, callApi, invalidPaths, readPages } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { contextAt, createForm, createOwnForm } from "#tests/support/factories/factories";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";

const LIST = "/api/account/submissions";
const NOW = new Date("2026-11-21T12:00:00Z");

type Query = Record<string, string>;

async function setUp() {
  const { workspace, token, form } = await createOwnForm();
  const jar = await signedIn(workspace);
  const receive = async (at: string, { message = "Hello", read = false } = {}) => {
    const options = { receivedAt: new Date(at), fields: { message }, read };
    return (await createSubmission(workspace, form, options)).id;
  };
  const withFile = async (id: string) => {
    await createAttachment(workspace, { id });
    return id;
  };
  const get = (path: string, query: Query) => callAccount("GET", path, { jar, query });
  /** The ids that everything with a filter agrees on: list, selection, counts, live updates, export. */
  const matching = async (query: Query) => {
    const ctx = contextAt(workspace, NOW);
    const filter = InboxFilter.parse(query);
    const { data } = InboxPage.parse((await get(LIST, query)).json);
    const ids = data.map(({ id }) => id);
    expect((await listMatching(ctx, filter)).selected.map(({ id }) => id)).toEqual(ids);
    expect((await planExport(ctx, filter)).total).toBe(ids.length);
    const counted = await countMatching(ctx, filter);
    expect(counted ?? { count: ids.length }).toMatchObject({ count: ids.length });
    const arrived = await get(`${LIST}/arrivals`, { ...query, since: "5000" });
    const arrivals = Arrivals.parse(arrived.json);
    expect(arrivals.data.filter(({ isMatch }) => isMatch).map(({ id }) => id)).toEqual(ids);
    const csv = (await get(`${LIST}/export`, query)).bytes.toString("utf8");
    const lines = csv.split("\r\n").slice(1, -1);
    expect(lines.map((line) => line.slice(1, 37))).toEqual(ids);
    return ids;
  };
  return { workspace, token, form, receive, withFile, get, matching };
}

test("filters by days in the given time zone, both included", async () => {
  const { receive, matching } = await setUp();
  // Midnight in Berlin is 23:00 UTC.
  const before = await receive("2026-11-09T22:59:59.999Z");
  const first = await receive("2026-11-09T23:00:00Z");
  const last = await receive("2026-11-11T22:59:59.999Z");
  const after = await receive("2026-11-11T23:00:00Z");
  const days = { from: "2026-11-10", to: "2026-11-11" };
  expect(await matching({ ...days, timeZone: "Europe/Berlin" })).toEqual([last, first]);
  expect(await matching({ ...days })).toEqual([after, last]);
  expect(await matching({ from: "2026-11-12", timeZone: "Europe/Berlin" })).toEqual([after]);
  expect(await matching({ to: "2026-11-09", timeZone: "Europe/Berlin" })).toEqual([before]);
  expect(await matching({ from: "2026-11-12", to: "2026-11-10" })).toEqual([]);
});

test("filters by files, combined with search, form, unread, and days", async () => {
  const { workspace, form, receive, withFile, matching } = await setUp();
  const other = await createForm(workspace);
  const elsewhere = await createSubmission(workspace, other, { receivedAt: NOW });
  await withFile(elsewhere.id);
  const plain = await receive("2026-11-20T10:00:00Z", { message: "Invoice" });
  const old = await withFile(await receive("2026-11-10T10:00:00Z", { message: "Invoice" }));
  const read = await withFile(await receive("2026-11-11T10:00:00Z", { read: true }));
  const hasFiles = "true";
  expect(await matching({ hasFiles })).toEqual([elsewhere.id, read, old]);
  expect(await matching({ hasFiles, formId: form.id })).toEqual([read, old]);
  expect(await matching({ hasFiles, unread: "true" })).toEqual([elsewhere.id, old]);
  expect(await matching({ hasFiles, search: "invoice" })).toEqual([old]);
  expect(await matching({ search: "invoice", from: "2026-11-12" })).toEqual([plain]);
  expect(await matching({ hasFiles, folder: "all", to: "2026-11-10" })).toEqual([old]);
  expect(await matching({ hasFiles, folder: "archive" })).toEqual([]);
  expect(await matching({ hasFiles: "false", formId: form.id })).toEqual([plain, read, old]);
});

test("a filtered list has pages without gaps or repeats", async () => {
  const { receive, withFile, get } = await setUp();
  const ids: string[] = [];
  for (let minute = 10; minute < 17; minute += 1) {
    const id = await receive(`2026-11-10T10:${minute}:00Z`);
    if (minute % 2 === 0) ids.unshift(await withFile(id));
  }
  const query = { hasFiles: "true", from: "2026-11-10", limit: "1" };
  const pages = await readPages(async (page) =>
    InboxPage.parse((await get(LIST, { ...query, ...page })).json),
  );
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
});

test("rejects days that don't exist, unknown time zones, and other values", async () => {
  const { get } = await setUp();
  for (const [name, value] of [
    ["from", "2026-02-30"],
    ["from", "yesterday"],
    ["to", "12026-11-21"],
    ["to", "0001-01-01"],
    ["timeZone", "Mars/Olympus"],
    ["hasFiles", "yes"],
  ] as const)
    for (const path of [LIST, `${LIST}/export`]) {
      const query = { from: "2026-11-10", [name]: value };
      expect(invalidPaths(await get(path, query))).toEqual([name]);
    }
});

test("counts up to 1,000 matches, and shows when there are more", async () => {
  const { workspace, receive } = await setUp();
  const id = await receive("2026-11-10T10:00:00Z");
  const filter = InboxFilter.parse({ from: "2026-11-10" });
  const copy = (count: number) => db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview,
      search_text, plan, visitor_reply_status)
    SELECT gen_random_uuid(), workspace_id, form_id, folder, received_at, fields, preview,
      search_text, plan, visitor_reply_status
    FROM submissions, generate_series(1, ${count}::int) WHERE id = ${id}::uuid`;
  await copy(999);
  expect(await countMatching(workspace.ctx, filter)).toMatchObject({ count: 1_000, isCut: false });
  await receive("2026-11-10T10:00:00Z");
  expect(await countMatching(workspace.ctx, filter)).toMatchObject({ count: 1_000, isCut: true });
  // Counters know it, or the search would have to compare every message.
  for (const query of [{}, { unread: "true" }, { from: "2026-11-10", search: "hello" }])
    expect(await countMatching(workspace.ctx, InboxFilter.parse(query))).toBeNull();
});

test("the API rejects the dashboard's filters by name", async () => {
  const { token } = await setUp();
  const query = { from: "2026-11-12", hasFiles: "true", columns: "fields" };
  for (const path of ["/v1/submissions", "/v1/submissions/export"]) {
    const answer = await callApi("GET", path, { token, query });
    expect(invalidPaths(answer)).toEqual(["from", "hasFiles", "columns"]);
  }
});

test("filters by notes, combined with search, in list, selection, counts, updates, and export", async () => {
  const { workspace, receive, matching } = await setUp();
  const plain = await receive("2026-11-20T10:00:00Z", { message: "Invoice" });
  const noted = await receive("2026-11-19T10:00:00Z", { message: "Invoice" });
  const read = await receive("2026-11-18T10:00:00Z", { read: true });
  const { ctx } = workspace;
  const note = await createNote(ctx, noted, { text: "Called." });
  await createNote(ctx, read, { text: "Wrote." });
  expect(await matching({ hasNotes: "true" })).toEqual([noted, read]);
  expect(await matching({ hasNotes: "false" })).toEqual([plain]);
  expect(await matching({ hasNotes: "true", search: "invoice" })).toEqual([noted]);
  expect(await matching({ hasNotes: "true", unread: "true", folder: "all" })).toEqual([noted]);
  await deleteNote(ctx, noted, note.id);
  expect(await matching({ hasNotes: "true" })).toEqual([read]);
  expect(await matching({ hasNotes: "false" })).toEqual([plain, noted]);
});

test("the API lists and exports messages with notes, or without", async () => {
  const { workspace, token, receive } = await setUp();
  const plain = await receive("2026-11-20T10:00:00Z");
  const noted = await receive("2026-11-19T10:00:00Z");
  await createNote(workspace.ctx, noted, { text: "Called." });
  for (const [hasNotes, id] of [
    ["true", noted],
    ["false", plain],
  ] as const) {
    const listed = await callApi("GET", "/v1/submissions", { token, query: { hasNotes } });
    expect(listed.json).toMatchObject({ data: [{ id }] });
    const csv = await callApi("GET", "/v1/submissions/export", { token, query: { hasNotes } });
    expect(csv.bytes.toString("utf8").split("\r\n").slice(1, -1)).toEqual([
      expect.stringContaining(id),
    ]);
  }
});
