import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type PositionRange, restAfter, WHOLE_LIST } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { exportSubmissions } from "#lib/domain/submissions/export/export-submissions";
import { isVisibleSql, matchSql, pageSql } from "#lib/domain/submissions/inbox/filter-sql";
import type { InboxFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { findPerson } from "#lib/domain/submissions/person/find-person";
import { FOLDERS } from "#lib/domain/submissions/schema";
import { indexSubmissions } from "#lib/domain/submissions/search/index-submissions";
import { searchSubmissions } from "#lib/domain/submissions/search/search-submissions";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { createManySubmissions, type ManyMessage } from "#tests/support/factories/many-messages";

/** The messages go on into the next month and year. */
const START = Date.parse("2025-12-31T20:00:00Z");
/** More than the first step of a search compares one by one. */
const MANY = 900;

const minute = (n: number) => new Date(START + n * 60_000);

/** Frequent and rare values in several scripts. */
function valuesOf(n: number): string[] {
  const words = "Hello größe ΟΔΟΣ Привет 日本語 한국어 שלום 😀🏳️ 100% a_b\\c".split(" ");
  const pick = (step: number) => words[(n * step) % words.length] ?? "";
  return [
    `${pick(1)} ${pick(3)}`,
    `${pick(7)}${n}`,
    n % 97 === 0 ? "Xylophon 漢字 ǅ" : `№${n * n}`,
  ];
}

/** A workspace with submissions in many scripts, two forms, and all folders. */
async function createSearched() {
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

/** The submissions that a search must find: compares every submission with the term. */
function matchesOf(
  { messages, ids }: { messages: readonly ManyMessage[]; ids: readonly string[] },
  term: string,
  query: {
    folder?: string;
    formId?: string;
    unread?: string;
    order?: string;
    receivedAfter?: string;
    receivedBefore?: string;
  },
): string[] {
  const after = Number(query.receivedAfter ?? 0);
  const before = Number(query.receivedBefore ?? Number.POSITIVE_INFINITY);
  const isMatch = ({ values, folder, form, read, receivedAt }: ManyMessage) =>
    receivedAt.getTime() > after &&
    receivedAt.getTime() < before &&
    values.some((value) => foldForSearch(value).includes(foldForSearch(term))) &&
    (query.folder === "all" || folder === (query.folder ?? "inbox")) &&
    (query.formId === undefined || form.id === query.formId) &&
    (query.unread !== "true" || !read);
  const found = messages
    .map((message, index) => ({ message, id: ids[index] ?? "" }))
    .filter(({ message }) => isMatch(message))
    .sort((a, b) => {
      const later = b.message.receivedAt.getTime() - a.message.receivedAt.getTime();
      return later || (a.id < b.id ? 1 : -1);
    })
    .map(({ id }) => id);
  return query.order === "asc" ? found.reverse() : found;
}

const TERMS = [
  "hello|HELLO|Größe|GRÖSSE|οδος|привет|日本|日|本語|국어|שלו|😀|🏳|%|0%|00%|_|a_b|\\|b\\c|№",
  "№1|lo|e|zz|日語|ю|xylophon|字 ǆ|n 漢|hello привет|hello 日本語|本語한|olleh|100%1|№810000",
].flatMap((row) => row.split("|"));

type Query = { folder?: InboxFilter["folder"]; formId?: string; unread?: "true"; order?: "asc" };

/** Compares only a few rows before it uses the index, and few at once afterwards. Frequent terms go by month. */
const SMALL_STEPS = { firstReads: [3], readAtOnce: 400, few: 20 };

function findIn(
  { id: workspaceId, ctx }: Workspace,
  term: string,
  { order: _, ...filters }: Query,
  part: { range: PositionRange; limit: number; indexMs?: number },
) {
  const filter = { folder: "inbox", ...filters, search: term } satisfies InboxFilter;
  const { indexMs = 60_000, ...rest } = part;
  const where = Prisma.sql`${matchSql(filter)} AND ${isVisibleSql(ctx)}`;
  const page = (range: PositionRange, count: number, columns: Prisma.Sql) =>
    pageSql(ctx, filter, range, count, { columns });
  return searchSubmissions(
    { workspaceId, term, where, page, ...rest },
    { ...SMALL_STEPS, indexMs },
  );
}

/** All matches. */
async function find(
  workspace: Workspace,
  term: string,
  query: Query = {},
  indexMs?: number,
): Promise<string[]> {
  const range: PositionRange = { ...WHOLE_LIST, order: query.order ?? "desc" };
  const patience = indexMs === undefined ? {} : { indexMs };
  const found = await findIn(workspace, term, query, { range, limit: 10_000, ...patience });
  return found.map(({ id }) => id);
}

async function indexAll(): Promise<void> {
  while ((await indexSubmissions()) > 0);
}

function countUnindexed(workspace: Workspace): Promise<number> {
  return db().submission.count({ where: { workspaceId: workspace.id, searchIndexed: false } });
}

test("search finds terms of any length in every script, with every filter and order, indexed or not", async () => {
  const set = await createSearched();
  const filters: Query[] = [
    {},
    { folder: "all" },
    { folder: "spam", order: "asc" },
    { folder: "all", formId: set.forms[1].id, order: "asc" },
    { formId: set.forms[1].id, unread: "true" },
  ];
  const expectFound = async (query: Query) => {
    for (const term of TERMS)
      expect(await find(set.workspace, term, query), `${term} ${JSON.stringify(query)}`).toEqual(
        matchesOf(set, term, query),
      );
  };
  for (const filter of filters.slice(0, 2)) await expectFound(filter);
  await indexAll();
  expect(await countUnindexed(set.workspace)).toBe(0);
  for (const filter of filters) await expectFound(filter);
});

test("search finds submissions added after indexing, even with an earlier date", async () => {
  const { workspace, forms } = await createSearched();
  await indexAll();
  const added = (n: number) => ({
    form: forms[0],
    values: ["Zwetschge 梅"],
    receivedAt: minute(n),
  });
  const [late, old, fresh] = await createManySubmissions(workspace, [
    added(7),
    added(-5),
    added(9_000),
  ]);
  for (const term of ["zwetschge", "梅"]) {
    expect(await find(workspace, term)).toEqual([fresh, late, old]);
    expect(await find(workspace, term, { order: "asc" })).toEqual([old, late, fresh]);
  }
});

test("a search at any moment of the indexing finds each submission once", async () => {
  const set = await createSearched();
  const expected = matchesOf(set, "xylophon", { folder: "all" });
  let isOver = false;
  const indexing = (async () => {
    for (let round = 0; round < 5; round += 1) {
      await indexAll();
      await db().submission.updateMany({
        where: { workspaceId: set.workspace.id },
        data: { searchIndexed: false },
      });
    }
    isOver = true;
  })();
  while (!isOver)
    expect(await find(set.workspace, "xylophon", { folder: "all" })).toEqual(expected);
  await indexing;
});

test("a search that the index can't help in time finds the same", async () => {
  const set = await createSearched();
  await indexAll();
  for (const term of ["xylophon", "hello", "olleh"])
    for (const query of [{}, { folder: "all", order: "asc" }] satisfies Query[])
      expect(await find(set.workspace, term, query, 1), term).toEqual(matchesOf(set, term, query));
});

test("the pages of a search repeat and skip nothing, with part of the messages indexed", async () => {
  const set = await createSearched();
  await indexAll();
  await db().submission.updateMany({
    where: { id: { in: set.ids.filter((_, n) => n % 3 === 0) } },
    data: { searchIndexed: false },
  });
  for (const term of ["xylophon", "olleh", "e"])
    for (const query of [{ folder: "all" }, { folder: "all", order: "asc" }] satisfies Query[]) {
      const found: string[] = [];
      let range: PositionRange = { ...WHOLE_LIST, order: query.order ?? "desc" };
      for (;;) {
        const page = await findIn(set.workspace, term, query, { range, limit: 7 });
        found.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (page.length < 7 || !last) break;
        range = restAfter(range, last);
      }
      expect(found, `${term} ${query.order}`).toEqual(matchesOf(set, term, query));
    }
});

test("a message stored while the job runs is found immediately", async () => {
  const { workspace, forms } = await createSearched();
  let isOver = false;
  const indexing = (async () => {
    while (!isOver) await indexSubmissions();
  })();
  const stored: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const late = { form: forms[0], values: ["Zwetschge"], receivedAt: minute(-n) };
    stored.push(...(await createManySubmissions(workspace, [late])));
    expect(await find(workspace, "zwetschge")).toEqual(stored);
  }
  isOver = true;
  await indexing;
});

test("two runs of the job at once index everything", async () => {
  const { workspace } = await createSearched();
  await Promise.all([indexAll(), indexAll()]);
  expect(await countUnindexed(workspace)).toBe(0);
});

test("indexing doesn't change the counts of folders", async () => {
  const { workspace } = await createSearched();
  const counts = () => db().messageCount.findMany({ where: { workspaceId: workspace.id } });
  const before = await counts();
  await indexAll();
  expect(await counts()).toEqual(before);
});

test("search finds a moved submission only in its new folder, before the job adds it again", async () => {
  const { workspace, ids } = await createSearched();
  await indexAll();
  const id = ids[97] ?? "";
  expect(await find(workspace, "xylophon")).toContain(id);
  for (const folder of ["archive", "spam", "inbox"] as const) {
    await updateSubmission(workspace.ctx, id, { folder });
    expect(await countUnindexed(workspace)).toBe(1);
    for (const other of FOLDERS) {
      const found = await find(workspace, "xylophon", { folder: other });
      expect(found.includes(id), `${folder} ${other}`).toBe(other === folder);
    }
  }
});

test("search never finds another workspace's submissions", async () => {
  const [mine, theirs] = [await createSearched(), await createSearched()];
  await indexAll();
  const found = await find(mine.workspace, "xylophon", { folder: "all" });
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((id) => theirs.ids.includes(id))).toEqual([]);
  const formId = theirs.forms[0].id;
  expect(await find(mine.workspace, "xylophon", { folder: "all", formId })).toEqual([]);
});

test("an export contains the submissions that the search finds", async () => {
  const set = await createSearched();
  await indexAll();
  const query = { folder: "all", search: "xylophon" } as const;
  const csv = await new Response(await exportSubmissions(set.workspace.ctx, query)).text();
  const exported = [...csv.matchAll(/^"?([0-9a-f-]{36})"?,/gm)].map(([, id]) => id);
  expect(exported).toEqual(matchesOf(set, "xylophon", { folder: "all" }));
});

test("finds all of a person's submissions in every folder, indexed or not", async () => {
  const { workspace, forms } = await createSearched();
  const email = "ada.lovelace@example.com";
  const theirs = (n: number) =>
    FOLDERS.map((folder) => ({
      form: forms[0],
      values: [email, "x"],
      receivedAt: minute(n),
      folder,
    }));
  await createManySubmissions(workspace, theirs(3));
  await indexAll();
  await createManySubmissions(workspace, theirs(4));
  expect(await findPerson(workspace.ctx, { email })).toMatchObject({ messages: 6 });
});
