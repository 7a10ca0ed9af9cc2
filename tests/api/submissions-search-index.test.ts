import { expect, test } from "vitest";
import { encodeCursor } from "#lib/core/cursor";
import { exportSubmissions } from "#lib/submissions/export-submissions";
import { findPerson } from "#lib/submissions/find-person";
import { FOLDERS } from "#lib/submissions/schema";
import { updateSubmission } from "#lib/submissions/update-submissions";
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

/** Ends in the middle of pairs that were received at the same moment. */
const RANGE = {
  receivedAfter: String(minute(120).getTime()),
  receivedBefore: String(minute(400).getTime()),
};

test("an indexed search finds terms of any length in every script, with every filter and order", async () => {
  const set = await createSearched();
  await indexAll(LATER);
  expect(await readIndex(set.workspace)).toEqual({ segments: [MANY], unindexed: 0, backlog: 0 });
  const filters = [
    {},
    { folder: "all" },
    { folder: "spam" },
    { folder: "all", formId: set.forms[1].id },
    { folder: "all", unread: "true" },
    { formId: set.forms[1].id, unread: "true" },
    { order: "asc" },
    { folder: "all", order: "asc", ...RANGE },
    { unread: "true", ...RANGE },
  ];
  for (const term of TERMS)
    for (const filter of filters)
      expect(
        await listAll(set.workspace, { ...filter, search: term }),
        `${term} ${JSON.stringify(filter)}`,
      ).toEqual(matchesOf(set, term, filter));
});

test("a search across many segments finds the same in both orders", async () => {
  const set = await createSearched();
  for (let end = 30; end < 420; end += 30) await indexUpTo(set.workspace, minute(end));
  const { segments } = await readIndex(set.workspace);
  expect(segments.length).toBeGreaterThan(10);
  for (const search of ["olleh", "hello 日本語", "b\\c", "xylophon", "№1", "лп", "e"])
    for (const query of [{ search }, { search, order: "asc" }])
      expect(await listAll(set.workspace, query), search).toEqual(matchesOf(set, search, query));
});

test("search finds submissions added after indexing, even ones with an earlier date", async () => {
  const { workspace, forms } = await createSearched();
  await indexAll(LATER);
  const added = (n: number) => ({
    form: forms[0],
    values: ["Zwetschge 梅"],
    receivedAt: minute(n),
  });
  const [late, old] = await createManySubmissions(workspace, [added(7), added(-5)], {
    isLate: true,
  });
  const [fresh] = await createManySubmissions(workspace, [added(9_000)]);
  // More than a search reads without the index.
  const newer = { form: forms[0], values: ["x"], receivedAt: minute(9_001) };
  await createManySubmissions(workspace, Array(300).fill(newer));
  const expectFound = async () => {
    for (const search of ["zwetschge", "梅"]) {
      expect(await listAll(workspace, { search })).toEqual([fresh, late, old]);
      expect(await listAll(workspace, { search, order: "asc" })).toEqual([old, late, fresh]);
      const receivedAfter = String(minute(6).getTime());
      expect(await listAll(workspace, { search, order: "asc", receivedAfter })).toEqual([
        late,
        fresh,
      ]);
    }
  };
  await expectFound();
  await indexAll(LATER);
  expect(await readIndex(workspace)).toMatchObject({ unindexed: 0, backlog: 0 });
  await expectFound();
});

test("search finds a moved submission only in its new folder, before and after reindexing", async () => {
  const { workspace, ids } = await createSearched();
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

test("search never finds another workspace's submissions", async () => {
  const [mine, theirs] = [await createSearched(), await createSearched()];
  await indexAll(LATER);
  const found = await listAll(mine.workspace, { folder: "all", search: "xylophon" });
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((id) => theirs.ids.includes(id))).toEqual([]);
  const foreign = theirs.forms[0].id;
  expect(
    await listAll(mine.workspace, { folder: "all", search: "xylophon", formId: foreign }),
  ).toEqual([]);
});

test("an export and its slices contain the submissions that the search finds", async () => {
  const set = await createSearched();
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
  await indexAll(LATER);
  await createManySubmissions(workspace, theirs(4), { isLate: true });
  expect(await findPerson(workspace.ctx, { email })).toMatchObject({ messages: 6 });
});
