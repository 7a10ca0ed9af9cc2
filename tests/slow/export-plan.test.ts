import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { dayBefore } from "#lib/core/dates";
import { newId } from "#lib/core/ids";
import { planFields } from "#lib/domain/submissions/export/export-csv";
import type { ExportSlice } from "#lib/domain/submissions/export/export-schema";
import { planExport } from "#lib/domain/submissions/export/export-submissions";
import { SubmissionFilter } from "#lib/domain/submissions/schema";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { contextAt, createForm, createWorkspace } from "#tests/support/factories/factories";

const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;
const ALL = SubmissionFilter.parse({ folder: "all" });

async function setUp() {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  /** Creates messages at intervals of `stepMs`, going back from `newest`. */
  const receive = (count: number, newest: Date, stepMs = 0, field = "message") =>
    db().submission.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        id: newId(),
        workspaceId: workspace.id,
        formId: form.id,
        folder: "inbox",
        receivedAt: new Date(newest.getTime() - index * stepMs),
        fields: [[field, `Message ${index}`]],
        preview: "",
        searchText: `message ${index}`,
        plan: {},
        visitorReplyStatus: "not_eligible",
      })),
    });
  const jar = await signedIn(workspace);
  const download = async (query: Record<string, string>) => {
    const path = "/api/account/submissions/export";
    const answer = await callAccount("GET", path, { jar, query: { folder: "all", ...query } });
    expect(answer.status).toBe(200);
    const lines = answer.bytes.toString("utf8").split("\r\n").slice(0, -1);
    const [header = "", ...rows] = lines;
    return { header, rows, name: answer.headers.get("content-disposition") };
  };
  const idsOf = async (query: Record<string, string>) =>
    (await download(query)).rows.map((line) => line.slice(1, 37));
  /** Plans an export and downloads every slice. */
  const exportAll = async () => {
    const plan = await planExport(contextAt(workspace, NOW), ALL);
    const parts: string[][] = [];
    for (const { newest, oldest } of plan.slices) parts.push(await idsOf({ newest, oldest }));
    expect(parts.map(({ length }) => length)).toEqual(plan.slices.map(({ count }) => count));
    expect(Math.max(0, ...parts.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
    return { plan, ids: parts.flat() };
  };
  return { workspace, form, receive, jar, download, idsOf, exportAll };
}

const pick = ({ newest, oldest }: ExportSlice) => ({ newest, oldest });
const dayOf = (cursor: string) => new Date(Number(cursor.slice(0, 13))).toISOString().slice(0, 10);

test("an empty export has no slices", async () => {
  const { exportAll } = await setUp();
  expect((await exportAll()).plan).toEqual({
    total: 0,
    isCut: false,
    slices: [],
    fields: null,
  });
});

test("exports 1,000 messages in one file, and more in slices without duplicates", async () => {
  const { receive, exportAll } = await setUp();
  await receive(1_000, NOW, DAY_MS / 100);
  expect((await exportAll()).plan.slices).toHaveLength(1);
  await receive(1, NOW);
  const { plan, ids } = await exportAll();
  expect(plan.total).toBe(1_001);
  expect(plan.slices.length).toBe(2);
  expect(new Set(ids).size).toBe(1_001);
});

test("export slices contain whole days, newest first", async () => {
  const { receive, exportAll } = await setUp();
  for (const daysAgo of [0, 3, 4, 40])
    await receive(400, new Date(NOW.getTime() - daysAgo * DAY_MS));
  const { plan } = await exportAll();
  expect(
    plan.slices.map(({ newest, oldest, count }) => [dayOf(newest), dayOf(oldest), count]),
  ).toEqual([
    ["2026-11-21", "2026-11-18", 800],
    ["2026-11-17", "2026-10-12", 800],
  ]);
});

test("slices contain whole days of the viewer's time zone, and files are named by them", async () => {
  const { workspace, receive, download } = await setUp();
  const timeZone = "Pacific/Kiritimati";
  // 23:00 and 01:00 there, both on 20 November in UTC.
  await receive(600, new Date("2026-11-20T11:00:00Z"));
  await receive(600, new Date("2026-11-20T09:00:00Z"));
  const cut = await planExport(contextAt(workspace, NOW), { ...ALL, timeZone });
  expect(cut.slices.map(({ count }) => count)).toEqual([600, 600]);
  const day = dayBefore(Date.now(), 0, timeZone);
  expect((await download({ search: "none", timeZone })).name).toContain(`messages-${day}.csv`);
});

test("an export has at most 100 slices, the newest, and shows that more match", async () => {
  const { workspace, form } = await setUp();
  // Days with 950 messages and with 1 take turns, so that no two days fit into a slice.
  await db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview,
      search_text, plan, visitor_reply_status)
    SELECT gen_random_uuid(), ${workspace.id}::uuid, ${form.id}::uuid, 'inbox',
      ${NOW}::timestamptz - day * interval '1 day', '[["message","Hi"]]', '', 'hi', '{}', 'not_eligible'
    FROM generate_series(1, 101) AS day, generate_series(1, CASE WHEN day % 2 = 1 THEN 950 ELSE 1 END)`;
  const plan = await planExport(contextAt(workspace, NOW), ALL);
  expect(plan).toMatchObject({ isCut: true, total: 50 * 951 });
  expect(plan.slices).toHaveLength(100);
  expect(dayOf(plan.slices.at(-1)?.oldest ?? "")).toBe("2026-08-13");
  const narrowed = { ...ALL, from: "2026-08-13" };
  expect(await planExport(contextAt(workspace, NOW), narrowed)).toMatchObject({ isCut: false });
});

/** Where a message was written, and what people did about it: columns of every file of a larger export. */
const OWN =
  '"page","title","referrer","utm source","utm medium","utm campaign","utm term","utm content","answered_at","answered_by","assigned_to","internal_notes"';

test("all files of an export have the same columns, even for fields that few messages have", async () => {
  const { workspace, receive, download } = await setUp();
  await receive(900, NOW, 1, "message");
  await receive(200, new Date(NOW.getTime() - DAY_MS), 1, "old field");
  await receive(1, new Date(NOW.getTime() - 2 * DAY_MS), 1, "rare");
  const { slices, fields } = await planExport(contextAt(workspace, NOW), ALL);
  expect(fields).toEqual(["message", "old field"]);
  const columns = { columns: "fields", fields: JSON.stringify(fields) };
  const parts = await Promise.all(slices.map((slice) => download({ ...pick(slice), ...columns })));
  const header = `"id","received_at","form","folder","message","old field","other fields",${OWN}`;
  expect(parts.map((part) => part.header.slice(1))).toEqual([header, header]);
  expect(parts[1]?.rows.at(-1)).toMatch(/"","","\{""rare"":""Message 0""\}"(,""){12}$/);
});

test("the files of a selection have the same columns too", async () => {
  const { workspace, form, receive, jar } = await setUp();
  await receive(2, NOW, 1, "message");
  await receive(1, new Date(NOW.getTime() - DAY_MS), 1, "old field");
  const where = { workspaceId: workspace.id, formId: form.id };
  const rows = await db().submission.findMany({ where, orderBy: { receivedAt: "desc" } });
  const [first, , last] = rows.map(({ id }) => id);
  const fields = await planFields(workspace.ctx, [first ?? ""]);
  const body = { ids: [last], columns: "fields", fields };
  const path = "/api/account/submissions/export";
  const answer = await callAccount("POST", path, { jar, body });
  const [header, row] = answer.bytes.toString("utf8").slice(1).split("\r\n");
  expect(header).toBe(`"id","received_at","form","folder","message","other fields",${OWN}`);
  expect(row).toMatch(/"","\{""old field"":""Message 0""\}"(,""){12}$/);
});

test("names of columns that don't fit into an address are left to the last column", async () => {
  const { workspace, receive } = await setUp();
  for (let index = 0; index < 60; index++) await receive(20, NOW, 1, `${index} ${"ü".repeat(20)}`);
  const { fields } = await planExport(contextAt(workspace, NOW), ALL);
  expect(fields?.length).toBeGreaterThan(20);
  expect(encodeURIComponent(JSON.stringify(fields)).length).toBeLessThanOrEqual(4_000);
});

test("splits a day with too many messages, even if all arrived in the same millisecond", async () => {
  const { receive, exportAll } = await setUp();
  await receive(2_100, new Date(NOW.getTime() - DAY_MS));
  await receive(30, NOW);
  const { plan, ids } = await exportAll();
  expect(plan.slices.map(({ count }) => count)).toEqual([30, 950, 950, 200]);
  expect(new Set(ids).size).toBe(2_130);
});

test("doesn't export messages received after the plan was created", async () => {
  const { workspace, receive, idsOf } = await setUp();
  await receive(5, NOW);
  const { slices } = await planExport(contextAt(workspace, NOW), ALL);
  await receive(5, new Date(NOW.getTime() + 1));
  const [only] = slices;
  expect(await idsOf({ newest: only?.newest ?? "", oldest: only?.oldest ?? "" })).toHaveLength(5);
});

test("the export plan counts only matching messages of this workspace", async () => {
  const { workspace, form, receive } = await setUp();
  await receive(12, NOW);
  const planOf = (filter: object) =>
    planExport(contextAt(workspace, NOW), SubmissionFilter.parse(filter));
  expect((await planOf({ search: "message 1" })).total).toBe(3);
  expect((await planOf({ folder: "spam" })).total).toBe(0);
  expect((await planOf({ formId: form.id })).total).toBe(12);
  const stranger = await createWorkspace();
  expect((await planExport(contextAt(stranger, NOW), ALL)).total).toBe(0);
});

test.each(["x", "{}", "[1]", JSON.stringify(Array(201).fill("a"))])(
  "rejects %s as columns of an export",
  async (fields) => {
    const { jar } = await setUp();
    const query = { columns: "fields", fields };
    const answer = await callAccount("GET", "/api/account/submissions/export", { jar, query });
    expect(errorOf(answer, "validation_failed").paths[0]).toMatch(/^fields/);
  },
);

test("rejects a malformed slice, and an export of more than 1,000 messages without a slice", async () => {
  const { receive, jar } = await setUp();
  await receive(1_001, NOW);
  const get = (query: Record<string, string>) =>
    callAccount("GET", "/api/account/submissions/export", { jar, query });
  errorOf(await get({}), "export_too_large");
  expect(errorOf(await get({ newest: "x", oldest: "1:2" }), "validation_failed").paths).toEqual([
    "newest",
    "oldest",
  ]);
});
