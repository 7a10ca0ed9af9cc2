import { expect, test } from "vitest";
import { encodeCursor } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { db, pool } from "#lib/db/database";
import { searchPartsStep } from "#lib/jobs/maintenance/index-search";
import { exportSubmissions } from "#lib/submissions/export-submissions";
import { findPerson } from "#lib/submissions/find-person";
import { indexMessages } from "#lib/submissions/index-messages";
import { listSubmissions } from "#lib/submissions/list-submissions";
import { planIndexing } from "#lib/submissions/plan-indexing";
import { FOLDERS, ListSubmissionsQuery } from "#lib/submissions/schema";
import { updateSubmission } from "#lib/submissions/update-submission";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories";
import { postVisit } from "#tests/support/intake";
import {
  createManySubmissions,
  indexAll,
  type ManyMessage,
  readIndex,
} from "#tests/support/many-messages";

const START = Date.parse("2026-11-21T10:00:00Z");
const LATER = new Date("2026-11-22T10:00:00Z");
/** More than are read one by one before the index is asked. */
const MANY = 900;

const minute = (n: number) => new Date(START + n * 60_000);

/** Values in several scripts, some frequent, some rare, none the same everywhere. */
function valuesOf(n: number): string[] {
  const words = [
    "Hello",
    "größe",
    "ΟΔΟΣ",
    "Привет",
    "日本語",
    "한국어",
    "שלום",
    "😀🏳️",
    "100%",
    "a_b\\c",
  ];
  const pick = (step: number) => words[(n * step) % words.length] ?? "";
  return [
    `${pick(1)} ${pick(3)}`,
    `${pick(7)}${n}`,
    n % 97 === 0 ? "Xylophon 漢字 ǅ" : `№${n * n}`,
  ];
}

async function setUp() {
  const workspace = await createWorkspace();
  const forms = [await createForm(workspace), await createForm(workspace)] as const;
  const messages = Array.from({ length: MANY }, (_, n) => ({
    form: n % 5 === 0 ? forms[1] : forms[0],
    values: valuesOf(n),
    receivedAt: minute(Math.floor(n / 2)),
    folder: FOLDERS[n % 7 === 0 ? 2 : n % 11 === 0 ? 1 : 0] ?? "inbox",
    read: n % 3 === 0,
  }));
  const ids = await createManySubmissions(workspace, messages);
  return { workspace, forms, messages, ids };
}

/** All pages of a list. */
async function listAll(workspace: Workspace, query: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listSubmissions(
      workspace.ctx,
      ListSubmissionsQuery.parse({ ...query, limit: "50", ...(cursor ? { cursor } : {}) }),
    );
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

/** What a search must find, by what the words mean. */
function matchesOf(
  { messages, ids }: { messages: readonly ManyMessage[]; ids: readonly string[] },
  term: string,
  query: { folder?: string; formId?: string; unread?: string },
): string[] {
  const isMatch = ({ values, folder, form, read }: ManyMessage) =>
    values.some((value) => foldForSearch(value).includes(foldForSearch(term))) &&
    (query.folder === "all" || folder === (query.folder ?? "inbox")) &&
    (query.formId === undefined || form.id === query.formId) &&
    (query.unread !== "true" || !read);
  return messages
    .map((message, index) => ({ message, id: ids[index] ?? "" }))
    .filter(({ message }) => isMatch(message))
    .sort((a, b) => {
      const later = b.message.receivedAt.getTime() - a.message.receivedAt.getTime();
      return later || (a.id < b.id ? 1 : -1);
    })
    .map(({ id }) => id);
}

const TERMS = [
  "hello",
  "HELLO",
  "Größe",
  "GRÖSSE",
  "οδος",
  "привет",
  "日本",
  "日",
  "本語",
  "국어",
  "שלו",
  "😀",
  "🏳",
  "%",
  "0%",
  "_",
  "\\",
  "b\\c",
  "№",
  "№1",
  "lo",
  "e",
  "zz",
  "日語",
  "ю",
  "xylophon",
  "字 ǆ",
  "n 漢",
  "hello привет",
  "hello 日本語",
  "本語한",
  "olleh",
  "100%1",
  "№810000",
];

test("what the index finds is what the values hold, for terms of any length in all scripts", async () => {
  const set = await setUp();
  await indexAll(LATER);
  expect(await readIndex(set.workspace)).toEqual({ parts: [MANY], backlog: 0 });
  const filters = [
    {},
    { folder: "all" },
    { folder: "spam" },
    { folder: "all", formId: set.forms[1].id },
    { folder: "all", unread: "true" },
    { formId: set.forms[1].id, unread: "true" },
  ];
  for (const term of TERMS)
    for (const filter of filters)
      expect(
        await listAll(set.workspace, { ...filter, search: term }),
        `${term} ${JSON.stringify(filter)}`,
      ).toEqual(matchesOf(set, term, filter));
});

test("a search answers the same before, while and after messages are indexed", async () => {
  const set = await setUp();
  const ask = () => listAll(set.workspace, { folder: "all", search: "xylophon" });
  const expected = matchesOf(set, "xylophon", { folder: "all" });
  expect(await ask()).toEqual(expected);
  // Bit by bit, so that parts come into being and are merged while others search.
  const indexing = (async () => {
    for (let n = 1; n <= 9; n += 1) {
      const range = await planIndexing(set.workspace.id, minute(n * 50), 1);
      if (range) await indexMessages(set.workspace.id, range, LATER);
    }
    await indexMessages(
      set.workspace.id,
      { after: null, upTo: { at: LATER, id: set.workspace.id } },
      LATER,
    );
  })();
  let isOver = false;
  void indexing.finally(() => {
    isOver = true;
  });
  while (!isOver) expect(await ask()).toEqual(expected);
  await indexing;
  expect(await readIndex(set.workspace)).toEqual({ parts: [MANY], backlog: 0 });
  expect(await ask()).toEqual(expected);
});

test("a message is found from the moment it is stored, also one that was received long ago", async () => {
  const { workspace, forms } = await setUp();
  await indexAll(LATER);
  const values = ["Zwetschge 梅"];
  const [late, old, fresh] = await createManySubmissions(
    workspace,
    [minute(7), minute(-5), minute(9_000)].map((receivedAt) => ({
      form: forms[0],
      values,
      receivedAt,
    })),
  );
  for (const search of ["zwetschge", "梅"]) {
    expect(await listAll(workspace, { search })).toEqual([fresh, late, old]);
  }
  await indexAll(new Date(LATER.getTime() * 2));
  expect((await readIndex(workspace)).backlog).toBe(0);
  for (const search of ["zwetschge", "梅"])
    expect(await listAll(workspace, { search })).toEqual([fresh, late, old]);
});

test("a message that is moved is found in its new folder and in no other", async () => {
  const { workspace, ids } = await setUp();
  await indexAll(LATER);
  const id = ids[97] ?? "";
  const find = (folder: string) => listAll(workspace, { folder, search: "xylophon" });
  expect(await find("inbox")).toContain(id);
  for (const folder of ["archive", "spam", "inbox"] as const) {
    await updateSubmission(workspace.ctx, id, { folder });
    for (const other of FOLDERS)
      expect((await find(other)).includes(id), `${folder} ${other}`).toBe(other === folder);
    await indexAll(LATER);
    for (const other of FOLDERS)
      expect((await find(other)).includes(id), `${folder} ${other}, indexed`).toBe(
        other === folder,
      );
  }
});

test("a message that is moved while it is indexed is indexed again", async () => {
  const { workspace, ids } = await setUp();
  const id = ids[97] ?? "";
  const range = await planIndexing(workspace.id, LATER, 1);
  if (!range) throw new Error("nothing to index");
  const holder = await pool().connect();
  try {
    // Indexing has read the messages when it comes to write, which waits for this.
    await holder.query("BEGIN; LOCK TABLE search_parts IN SHARE MODE");
    const indexing = indexMessages(workspace.id, range, LATER);
    await untilSomebodyWaits();
    await updateSubmission(workspace.ctx, id, { folder: "archive" });
    await holder.query("COMMIT");
    expect(await indexing).toBeNull();
  } finally {
    holder.release();
  }
  await indexAll(LATER);
  expect(await listAll(workspace, { folder: "archive", search: "xylophon" })).toContain(id);
  expect(await listAll(workspace, { search: "xylophon" })).not.toContain(id);
});

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await pool().query(
      "SELECT FROM pg_locks WHERE NOT granted AND relation = 'search_parts'::regclass",
    );
    if (rows.length > 0) return;
  }
}

test("what is deleted is not found, and leaves the index within a day", async () => {
  const { workspace, ids } = await setUp();
  await indexAll(LATER);
  const gone = [0, 97, 194].map((n) => ids[n] ?? "");
  await db().submission.deleteMany({ where: { id: { in: gone } } });
  const found = await listAll(workspace, { folder: "all", search: "xylophon" });
  expect(found.filter((id) => gone.includes(id))).toEqual([]);
  expect((await readIndex(workspace)).parts).toEqual([MANY]);
  const step = searchPartsStep(new Date(LATER.getTime() + 86_400_001));
  while (!(await step.runBatch()).isDone);
  expect((await readIndex(workspace)).parts).toEqual([MANY - 3]);
  expect(await listAll(workspace, { folder: "all", search: "xylophon" })).toEqual(found);
});

test("an accepted message is in the backlog when its visitor is answered", async () => {
  const workspace = await createWorkspace();
  const { publicKey } = await createForm(workspace);
  const answer = await postVisit(publicKey, { json: { message: "Zwetschge" } });
  const { id } = (await answer.json()).data;
  expect(await db().searchBacklog.findMany({ where: { workspaceId: workspace.id } })).toMatchObject(
    [{ submissionId: id }],
  );
});

test("a message that is deleted before it is indexed leaves nothing behind", async () => {
  const { workspace } = await setUp();
  await db().submission.deleteMany({ where: { workspaceId: workspace.id } });
  expect(await readIndex(workspace)).toEqual({ parts: [], backlog: 0 });
});

test("one workspace never sees another's messages, whatever the index names", async () => {
  const [mine, theirs] = [await setUp(), await setUp()];
  await indexAll(LATER);
  const found = await listAll(mine.workspace, { folder: "all", search: "xylophon" });
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((id) => theirs.ids.includes(id))).toEqual([]);
  const foreign = theirs.forms[0].id;
  expect(
    await listAll(mine.workspace, { folder: "all", search: "xylophon", formId: foreign }),
  ).toEqual([]);
});

test("a workspace that is deleted takes its index along", async () => {
  const { workspace } = await setUp();
  await indexAll(LATER);
  const parts = await db().searchPart.findMany({ where: { workspaceId: workspace.id } });
  await db().workspace.delete({ where: { id: workspace.id } });
  const where = { partId: { in: parts.map(({ id }) => id) } };
  expect(parts).toHaveLength(1);
  expect(await db().searchList.count({ where })).toBe(0);
  expect(await db().searchBitmap.count({ where })).toBe(0);
  expect(await readIndex(workspace)).toEqual({ parts: [], backlog: 0 });
});

test("an export and its slices hold what the search finds", async () => {
  const set = await setUp();
  await indexAll(LATER);
  const expected = matchesOf(set, "xylophon", { folder: "all" });
  const idsOf = async (slice: { newest?: string; oldest?: string }) => {
    const query = { folder: "all", search: "xylophon", ...slice } as const;
    const csv = await new Response(await exportSubmissions(set.workspace.ctx, query)).text();
    return [...csv.matchAll(/^"?([0-9a-f-]{36})"?,/gm)].map(([, id]) => id);
  };
  expect(await idsOf({})).toEqual(expected);
  const cursorOf = (id = "") =>
    encodeCursor({ at: set.messages[set.ids.indexOf(id)]?.receivedAt ?? LATER, id });
  const slice = { newest: cursorOf(expected[2]), oldest: cursorOf(expected[5]) };
  expect(await idsOf(slice)).toEqual(expected.slice(2, 6));
});

test("all messages of a person are found, indexed or not, in every folder", async () => {
  const { workspace, forms } = await setUp();
  const email = "ada.lovelace@example.com";
  const theirs = (n: number) =>
    FOLDERS.map((folder) => ({
      form: forms[0],
      values: [email, "x"],
      receivedAt: minute(n),
      folder,
    }));
  await createManySubmissions(workspace, theirs(3));
  await indexAll(LATER);
  await createManySubmissions(workspace, theirs(4));
  expect(await findPerson(workspace.ctx, { email })).toMatchObject({ messages: 6 });
});
