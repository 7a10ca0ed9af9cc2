import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { planExport } from "#lib/submissions/plan-export";
import { SubmissionFilter } from "#lib/submissions/schema";
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
  const receive = (count: number, newest: Date, stepMs = 0) =>
    db().submission.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        id: newId(),
        workspaceId: workspace.id,
        formId: form.id,
        folder: "inbox",
        receivedAt: new Date(newest.getTime() - index * stepMs),
        fields: [["message", `Message ${index}`]],
        preview: "",
        searchText: `message ${index}`,
        plan: {},
        visitorReplyStatus: "not_eligible",
      })),
    });
  const jar = await signedIn(workspace);
  const idsOf = async (query: Record<string, string>) => {
    const path = "/api/account/submissions/export";
    const answer = await callAccount("GET", path, { jar, query: { folder: "all", ...query } });
    expect(answer.status).toBe(200);
    const lines = answer.bytes.toString("utf8").split("\r\n").slice(1, -1);
    return lines.map((line) => line.slice(1, 37));
  };
  /** Plans an export and downloads every slice. */
  const exportAll = async () => {
    const plan = await planExport(contextAt(workspace, NOW), ALL);
    const parts: string[][] = [];
    for (const { newest, oldest } of plan.slices) parts.push(await idsOf({ newest, oldest }));
    expect(parts.map(({ length }) => length)).toEqual(plan.slices.map(({ count }) => count));
    expect(Math.max(0, ...parts.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
    return { plan, ids: parts.flat() };
  };
  return { workspace, form, receive, jar, idsOf, exportAll };
}

const dayOf = (cursor: string) => new Date(Number(cursor.slice(0, 13))).toISOString().slice(0, 10);

test("an empty export has no slices", async () => {
  const { exportAll } = await setUp();
  expect((await exportAll()).plan).toEqual({ total: 0, slices: [] });
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
