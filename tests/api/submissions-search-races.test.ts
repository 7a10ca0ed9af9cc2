import { expect, test } from "vitest";
import { clientTransaction, pool } from "#lib/db/database";
import { buildSegments } from "#lib/search/build-segment";
import { updateSubmission } from "#lib/submissions/update-submissions";
import type { Workspace } from "#tests/support/factories/factories";
import { createManySubmissions, indexAll, readIndex } from "#tests/support/factories/many-messages";
import {
  createSearched,
  indexUpTo,
  LATER,
  listAll,
  MANY,
  matchesOf,
  minute,
} from "#tests/support/factories/search-messages";

test("search results don't change while submissions are indexed", async () => {
  const set = await createSearched();
  const ask = () => listAll(set.workspace, { folder: "all", search: "xylophon" });
  const expected = matchesOf(set, "xylophon", { folder: "all" });
  expect(await ask()).toEqual(expected);
  // In small steps, so that searches run while segments are built and merged.
  const indexing = (async () => {
    for (let n = 1; n <= 9; n += 1) await indexUpTo(set.workspace, minute(n * 50));
    const range = { after: null, upTo: { at: LATER, id: set.workspace.id } };
    await clientTransaction((client) => buildSegments(client, set.workspace.id, range, LATER));
  })();
  let isOver = false;
  void indexing.finally(() => {
    isOver = true;
  });
  while (!isOver) expect(await ask()).toEqual(expected);
  await indexing;
  expect(await readIndex(set.workspace)).toEqual({ segments: [MANY], unindexed: 0, backlog: 0 });
  expect(await ask()).toEqual(expected);
});

/** Runs work when indexing has read the submissions, and waits to write. */
async function whileIndexing(workspace: Workspace, work: () => Promise<unknown>): Promise<void> {
  const holder = await pool().connect();
  try {
    await holder.query("BEGIN; LOCK TABLE search_parts IN SHARE MODE");
    const indexing = indexUpTo(workspace, LATER);
    await waitForBlockedIndexing();
    await work();
    await holder.query("COMMIT");
    expect(await indexing).toBe(MANY);
  } finally {
    holder.release();
  }
}

async function waitForBlockedIndexing(): Promise<void> {
  for (;;) {
    const { rows } = await pool().query(
      "SELECT FROM pg_locks WHERE NOT granted AND relation = 'search_parts'::regclass",
    );
    if (rows.length > 0) return;
  }
}

test("a submission that's moved while it's being indexed stays in the backlog", async () => {
  const { workspace, ids } = await createSearched();
  const [indexed = "", once = "", twice = ""] = [ids[0], ids[97], ids[194]];
  const move = (id: string, folder: "archive" | "spam") =>
    updateSubmission(workspace.ctx, id, { folder });
  await move(indexed, "archive");
  await move(twice, "spam");
  await whileIndexing(workspace, async () => {
    await move(once, "archive");
    await move(twice, "archive");
  });
  const expectFound = async () => {
    const archived = await listAll(workspace, { folder: "archive", search: "xylophon" });
    expect(archived).toEqual(expect.arrayContaining([indexed, once, twice]));
    const others = [{ folder: "inbox" }, { folder: "spam" }];
    for (const other of others) {
      const found = await listAll(workspace, { ...other, search: "xylophon" });
      expect(found.filter((id) => archived.includes(id))).toEqual([]);
    }
  };
  expect(await readIndex(workspace)).toEqual({ segments: [MANY], unindexed: 2, backlog: 2 });
  await expectFound();
  await indexAll(LATER);
  expect(await readIndex(workspace)).toEqual({ segments: [MANY], unindexed: 0, backlog: 0 });
  await expectFound();
});

test("one process at a time indexes a workspace", async () => {
  const { workspace } = await createSearched();
  await whileIndexing(workspace, async () => {
    expect(await indexUpTo(workspace, LATER)).toBeNull();
  });
});

/** So long that five fit in a segment. */
const long = (n: number) => ({
  values: [`Quitte ${"long text ".repeat(150_000)}`],
  receivedAt: minute(n),
});

test("a segment that no longer fits is replaced by several", async () => {
  const { workspace, forms } = await createSearched();
  const [form] = forms;
  const store = (n: number[], isLate: boolean) =>
    createManySubmissions(
      workspace,
      n.map((one) => ({ form, ...long(one) })),
      { isLate },
    );
  const first = await store([1_000, 1_002, 1_004, 1_006, 1_008], false);
  await indexAll(LATER);
  await createManySubmissions(workspace, [{ form, values: ["x"], receivedAt: minute(1_020) }]);
  await indexAll(LATER);
  expect((await readIndex(workspace)).segments).toEqual([MANY + 5, 1]);
  const [late] = await store([1_003], true);
  await indexAll(LATER);
  const segments = [MANY + 5, 1, 1];
  expect(await readIndex(workspace)).toEqual({ segments, unindexed: 0, backlog: 0 });
  const expected = [first[4], first[3], first[2], late, first[1], first[0]];
  expect(await listAll(workspace, { search: "quitte" })).toEqual(expected);
});

test("the backlog keeps what a rebuilt segment has no room for", async () => {
  const { workspace, forms, ids } = await createSearched();
  await indexAll(LATER);
  const late = Array.from({ length: 7 }, (_, n) => ({ form: forms[0], ...long(n - 10) }));
  const added = await createManySubmissions(workspace, late, { isLate: true });
  await updateSubmission(workspace.ctx, ids[97] ?? "", { folder: "archive" });
  expect(await indexUpTo(workspace, LATER)).toBe(5);
  expect(await readIndex(workspace)).toEqual({ segments: [5, MANY], unindexed: 3, backlog: 3 });
  for (let n = 0; n < 2; n += 1) {
    expect(await listAll(workspace, { search: "quitte" })).toEqual(added.toReversed());
    expect(await listAll(workspace, { folder: "archive", search: "xylophon" })).toContain(ids[97]);
    await indexAll(LATER);
    expect(await readIndex(workspace)).toMatchObject({ unindexed: 0, backlog: 0 });
  }
});
