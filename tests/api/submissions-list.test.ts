import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { type ListSubmissionsQuery, SubmissionSummary } from "#lib/domain/submissions/schema";
import { callApi, invalidPaths, pageOfAnswer } from "#tests/support/contract/api";
import {
  createForm,
  createOwnForm,
  createToken,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

type Query = Partial<Record<keyof ListSubmissionsQuery, string>>;

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["submissions:read"] });
  const form = await createForm(workspace, { name: "Contact" });
  const list = async (query: Query = {}) =>
    pageOfAnswer(await callApi("GET", "/v1/submissions", { token, query }), SubmissionSummary);
  const idsOf = async (query: Query = {}) => (await list(query)).data.map(({ id }) => id);
  return { workspace, token, form, list, idsOf };
}

test("lists submissions with sender if there is one, preview, time, and form", async () => {
  const { workspace, form, list } = await setUp();
  const fields = {
    NAME: "Ada",
    Email: "ada@example.com",
    message: "Hello\n there",
    extra: ["a", "b"],
  };
  const { id, receivedAt } = await createSubmission(workspace, form, { fields });
  expect((await list()).data).toEqual([
    {
      id,
      formId: form.id,
      formName: "Contact",
      folder: "inbox",
      read: false,
      receivedAt: receivedAt.getTime(),
      name: "Ada",
      email: "ada@example.com",
      answeredAt: null,
      answeredBy: null,
      assignee: null,
      preview: "Hello there",
      attachmentCount: 0,
      suspected: false,
    },
  ]);
  await createSubmission(workspace, form, { fields: { message: "Hello", "your-name": "Ada" } });
  expect((await list()).data[0]).toMatchObject({ name: "Ada", email: null });
  await createSubmission(workspace, form, { fields: { message: "Hello" } });
  expect((await list()).data[0]).toMatchObject({ name: null, email: null });
});

test("lists submissions in the inbox by default, or in another folder or all folders", async () => {
  const { workspace, form, idsOf } = await setUp();
  const ids: Record<string, string> = {};
  for (const folder of ["inbox", "archive", "spam"] as const)
    ids[folder] = (await createSubmission(workspace, form, { folder })).id;
  expect(await idsOf()).toEqual([ids.inbox]);
  for (const folder of ["inbox", "archive", "spam"])
    expect(await idsOf({ folder })).toEqual([ids[folder]]);
  expect(await idsOf({ folder: "all" })).toEqual([ids.spam, ids.archive, ids.inbox]);
});

test("only unread=true restricts the list to unread submissions", async () => {
  const { workspace, form, idsOf } = await setUp();
  const read = await createSubmission(workspace, form, { read: true });
  const unread = await createSubmission(workspace, form);
  expect(await idsOf({ unread: "true" })).toEqual([unread.id]);
  expect(await idsOf({ unread: "false" })).toEqual([unread.id, read.id]);
});

test("filters submissions by form, and returns an empty page for a form that doesn't exist in the workspace", async () => {
  const { workspace, form, idsOf, list } = await setUp();
  const other = await createForm(workspace);
  const own = await createSubmission(workspace, form);
  await createSubmission(workspace, other);
  expect(await idsOf({ formId: form.id })).toEqual([own.id]);
  expect(await idsOf({ formId: form.id.toUpperCase() })).toEqual([own.id]);
  const elsewhere = await createWorkspace();
  const foreign = await createForm(elsewhere);
  await createSubmission(elsewhere, foreign);
  for (const formId of [foreign.id, newId()])
    expect(await list({ formId })).toEqual({ data: [], nextCursor: null });
  for (const search of [{}, { search: "hello" }])
    expect(await idsOf({ folder: "all", ...search })).toHaveLength(2);
});

test("an expired submission isn't accessible, even before it's removed", async () => {
  const { workspace, form, idsOf } = await setUp();
  await createSubmission(workspace, form, { expiresAt: new Date(Date.now() - 1) });
  const kept = await createSubmission(workspace, form, {
    expiresAt: new Date(Date.now() + 60_000),
  });
  expect(await idsOf()).toEqual([kept.id]);
});

async function setUpSearch(values: readonly (string | string[])[]) {
  const { workspace, token, form } = await createOwnForm();
  const texts = new Map<string, string | string[]>();
  for (const value of values) {
    const { id } = await createSubmission(workspace, form, { fields: { message: value } });
    texts.set(id, value);
  }
  const search = async (text: string) => {
    const query = { search: text };
    const answer = await callApi("GET", "/v1/submissions", { token, query });
    const { data } = pageOfAnswer(answer, SubmissionSummary);
    return data.map(({ id }) => texts.get(id)).reverse();
  };
  return { token, search };
}

test.each([
  ["Straße", "STRASSE", "STRAẞE", "strasse"],
  ["İstanbul", "istanbul", "ISTANBUL", "ıstanbul", "I\u0307STANBUL", "i\u0307stanbul"],
  ["Éclair", "ÉCLAIR", "e\u0301clair", "E\u0301CLAIR"],
])("search finds %s in upper and lower case", async (...spellings) => {
  const { search } = await setUpSearch([...spellings, "other text"]);
  for (const spelling of spellings) expect(await search(spelling), spelling).toEqual(spellings);
});

test("search finds any part of any value, even a single character", async () => {
  const { search } = await setUpSearch(["Hello there", ["first", "second"], "x"]);
  expect(await search("lo th")).toEqual(["Hello there"]);
  expect(await search("econ")).toEqual([["first", "second"]]);
  expect(await search("x")).toEqual(["x"]);
  expect(await search("e")).toEqual(["Hello there", ["first", "second"]]);
  expect(await search("absent")).toEqual([]);
});

test("search ignores field names and doesn't match across two values", async () => {
  const { search } = await setUpSearch([["one", "two"]]);
  for (const text of ["message", "onetwo", "one two", "one,two", "one\ntwo", "one\u001ftwo"])
    expect(await search(text)).toEqual([]);
});

test("search treats percent, underscore, backslash, and quotes literally", async () => {
  const values = ["100%", "a_b", "a\\b", "it's", 'say "hi"', "axb", "1000"];
  const { search } = await setUpSearch(values);
  const expected = {
    "%": "100%",
    "0%": "100%",
    _: "a_b",
    a_b: "a_b",
    "\\": "a\\b",
    "a\\b": "a\\b",
    "'": "it's",
    '"': 'say "hi"',
  };
  for (const [text, value] of Object.entries(expected))
    expect(await search(text), text).toEqual([value]);
  for (const text of ["%%", "\\%", "__", "\\\\", "'; --"])
    expect(await search(text), text).toEqual([]);
});

test("trims the search term, ignores a blank one, and accepts at most 200 code points", async () => {
  const values = ["Hello", "😀".repeat(200)];
  const { token, search } = await setUpSearch(values);
  expect(await search("  hello\t")).toEqual(["Hello"]);
  for (const text of ["", "   "]) expect(await search(text)).toEqual(values);
  expect(await search(` ${"😀".repeat(200)} `)).toHaveLength(1);
  const query = { search: "😀".repeat(201) };
  const answer = await callApi("GET", "/v1/submissions", { token, query });
  expect(invalidPaths(answer)).toEqual(["search"]);
});

test("search treats U+001F, the separator of values, as a space", async () => {
  const { search } = await setUpSearch([["a\u001fb", "c"], "a b"]);
  expect(await search("a\u001fb")).toEqual([["a\u001fb", "c"], "a b"]);
  for (const text of ["b\u001fc", "b c", "b\nc", "bc"])
    expect(await search(text), text).toEqual([]);
});
