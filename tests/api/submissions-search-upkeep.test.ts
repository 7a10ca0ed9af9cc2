import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db, pool } from "#lib/db/database";
import { acceptSubmission } from "#lib/intake/accept-submission";
import { findOpenForm, visitorContext } from "#lib/intake/open-form";
import { searchIndexStep } from "#lib/jobs/index-search";
import { listWorkspaces } from "#lib/search/list-workspaces";
import { updateSubmission } from "#lib/submissions/update-submissions";
import type { Workspace } from "#tests/support/factories/factories";
import { createManySubmissions, indexAll, readIndex } from "#tests/support/factories/many-messages";
import {
  createSearched,
  LATER,
  listAll,
  MANY,
  minute,
} from "#tests/support/factories/search-messages";

test("search doesn't find a deleted submission, and the index drops it within a day", async () => {
  const { workspace, ids } = await createSearched();
  await indexAll(LATER);
  const deleted = [0, 97, 194].map((n) => ids[n] ?? "");
  await db().submission.deleteMany({ where: { id: { in: deleted } } });
  const found = await listAll(workspace, { folder: "all", search: "xylophon" });
  expect(found.filter((id) => deleted.includes(id))).toEqual([]);
  expect((await readIndex(workspace)).segments).toEqual([MANY]);
  const step = searchIndexStep(new Date(LATER.getTime() + 86_400_001));
  while (!(await step.runBatch()).isDone);
  expect((await readIndex(workspace)).segments).toEqual([MANY - 3]);
  expect(await listAll(workspace, { folder: "all", search: "xylophon" })).toEqual(found);
});

test("an accepted submission isn't in the search backlog, and is found at once", async () => {
  const { workspace, forms } = await createSearched();
  await indexAll(LATER);
  const id = await acceptAt(forms[0], new Date());
  expect(await readIndex(workspace)).toEqual({ segments: [MANY], unindexed: 1, backlog: 0 });
  await pushDown(workspace, forms[0]);
  expect(await listAll(workspace, { search: "Zwetschge" })).toEqual([id]);
});

test("a submission that's accepted more than five seconds after it was received is in the backlog", async () => {
  const { workspace, forms } = await createSearched();
  await indexAll(LATER);
  await acceptAt(forms[0], new Date(Date.now() - 3_500));
  expect((await readIndex(workspace)).backlog).toBe(0);
  const late = await acceptAt(forms[0], new Date(Date.now() - 6_000));
  const older = await acceptAt(forms[0], minute(7));
  expect((await readIndex(workspace)).backlog).toBe(2);
  expect(await listAll(workspace, { search: "Zwetschge" })).toEqual([
    expect.anything(),
    late,
    older,
  ]);
  await indexAll(LATER);
  // What was received less than ten seconds ago isn't indexed yet.
  expect(await readIndex(workspace)).toEqual({ segments: [MANY + 1], unindexed: 2, backlog: 1 });
  expect(await listAll(workspace, { search: "Zwetschge" })).toEqual([
    expect.anything(),
    late,
    older,
  ]);
});

test("nothing new is indexed while a transaction that may have stored something earlier isn't over", async () => {
  const { workspace, forms } = await createSearched();
  const other = await pool().connect();
  try {
    await other.query("BEGIN");
    // What an accepting statement stores that began in time and commits late.
    const id = newId();
    await other.query(
      `INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview,
        search_text, plan, visitor_reply_status)
      VALUES ($1, $2, $3, 'inbox', $4, '[]', '', 'zwetschge', '{}', 'not_eligible')`,
      [id, workspace.id, forms[0].id, minute(7)],
    );
    await indexAll(LATER);
    expect((await readIndex(workspace)).segments).toEqual([]);
    await other.query("COMMIT");
    expect(await listAll(workspace, { search: "zwetschge" })).toEqual([id]);
    await indexAll(LATER);
    expect(await readIndex(workspace)).toMatchObject({ segments: [MANY + 1], unindexed: 0 });
    expect(await listAll(workspace, { search: "zwetschge" })).toEqual([id]);
  } finally {
    other.release();
  }
});

test("a moved submission leaves the backlog when it's indexed or deleted", async () => {
  const { workspace, ids } = await createSearched();
  const [first = "", second = "", third = ""] = ids;
  for (const id of [first, second])
    await updateSubmission(workspace.ctx, id, { folder: "archive" });
  expect(await readIndex(workspace)).toEqual({ segments: [], unindexed: MANY, backlog: 2 });
  await db().submission.deleteMany({ where: { id: second } });
  expect((await readIndex(workspace)).backlog).toBe(1);
  await indexAll(LATER);
  await updateSubmission(workspace.ctx, third, { folder: "archive" });
  expect(await readIndex(workspace)).toEqual({ segments: [MANY - 1], unindexed: 1, backlog: 1 });
  await indexAll(LATER);
  expect(await readIndex(workspace)).toEqual({ segments: [MANY - 1], unindexed: 0, backlog: 0 });
});

test("every minute, active workspaces are indexed; maintenance indexes all", async () => {
  const [idle, moved, active] = [
    await createSearched(),
    await createSearched(),
    await createSearched(),
  ];
  const now = new Date();
  await updateSubmission(moved.workspace.ctx, moved.ids[0] ?? "", { folder: "archive" });
  await acceptAt(active.forms[0], now);
  const run = async (workspaces: "active" | "all") => {
    const step = searchIndexStep(now, workspaces, MANY);
    while (!(await step.runBatch()).isDone);
    const indexes = [idle, moved, active].map(({ workspace }) => readIndex(workspace));
    return (await Promise.all(indexes)).map(({ segments }) => segments);
  };
  expect(await run("active")).toEqual([[], [MANY], [MANY]]);
  expect(await run("all")).toEqual([[MANY], [MANY], [MANY]]);
});

test("workspaces with few submissions to index wait for more, moved ones included", async () => {
  const { workspace, ids } = await createSearched();
  const isIndexed = async (minUnindexed: number) =>
    (await listWorkspaces(minUnindexed, null)).includes(workspace.id);
  expect(await isIndexed(MANY + 1)).toBe(false);
  expect(await isIndexed(MANY)).toBe(true);
  await indexAll(LATER);
  for (const id of ids.slice(0, 3))
    await updateSubmission(workspace.ctx, id, { folder: "archive" });
  expect(await isIndexed(4)).toBe(false);
  expect(await isIndexed(3)).toBe(true);
});

/** Accepts a submission with a given time of receipt. Returns its ID. */
async function acceptAt({ publicKey }: { publicKey: string }, at: Date): Promise<string> {
  const form = await findOpenForm(publicKey, "fresh");
  if (!form) throw new Error("no form");
  const accepted = await acceptSubmission(visitorContext(form, at), form, {
    asksForReply: false,
    fields: [["message", "Zwetschge"]],
    files: [],
    isHoneypotFilled: false,
    repeatKey: null,
    challenge: null,
    formLimit: null,
    unusedFields: [],
  });
  if (!accepted) throw new Error("the form has changed");
  return accepted.id;
}

/** Stores more newer submissions than a search reads without the index. */
async function pushDown(workspace: Workspace, form: { id: string }): Promise<void> {
  const newer = { form, values: ["x"], receivedAt: new Date(Date.now() + 60_000) };
  await createManySubmissions(workspace, Array(300).fill(newer));
}

test("deleting a workspace deletes its search index", async () => {
  const { workspace } = await createSearched();
  await indexAll(LATER);
  const segments = await db().searchPart.findMany({ where: { workspaceId: workspace.id } });
  await db().workspace.delete({ where: { id: workspace.id } });
  const where = { partId: { in: segments.map(({ id }) => id) } };
  expect(segments).toHaveLength(1);
  expect(await db().searchList.count({ where })).toBe(0);
  expect(await db().searchBitmap.count({ where })).toBe(0);
  expect(await readIndex(workspace)).toEqual({ segments: [], unindexed: 0, backlog: 0 });
});
