import { expect, test } from "vitest";
import { SubmissionSummary } from "#lib/submissions/schema";
import { callApi, errorOf, pageOfAnswer } from "#tests/support/contract/api";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

async function setUp(values: readonly (string | string[])[]) {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace);
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

/** Spellings that differ only in case. */
const SPELLINGS = [
  ["Hello", "HELLO", "hELLO"],
  ["Straße", "STRASSE", "STRAẞE", "strasse"],
  ["Привет", "ПРИВЕТ", "привет"],
  ["Οδός", "ΟΔΌΣ", "οδόσ"],
  ["Μαΐου", "ΜΑΪ́ΟΥ", "Μαϊ\u0301ου"],
  ["İstanbul", "istanbul", "ISTANBUL", "ıstanbul", "I\u0307STANBUL", "i\u0307stanbul"],
  ["ılık", "ILIK", "ilik", "İLİK"],
  ["ı", "i", "İ", "I", "I\u0307"],
  ["ıŞ", "İş", "IŞ", "is\u0327"],
  ["Éclair", "ÉCLAIR", "e\u0301clair", "E\u0301CLAIR"],
  ["ﬁne", "FINE"],
  ["Ǆungla", "ǆungla", "ǅungla"],
  ["ԱՐԱՐԱՏ", "արարատ"],
  ["ᏣᎳᎩ", "ꮳꮃꭹ"],
  ["𐐀𐐁", "𐐨𐐩"],
  ["K5", "\u212a5", "k5"],
  ["日本語", "日本語"],
];

test.each(SPELLINGS)("search finds %s in upper and lower case", async (...spellings) => {
  const { search } = await setUp([...spellings, "other text"]);
  for (const spelling of spellings) expect(await search(spelling), spelling).toEqual(spellings);
});

test("search finds any part of any value, even a single character", async () => {
  const { search } = await setUp(["Hello there", ["first", "second"], "x"]);
  expect(await search("lo th")).toEqual(["Hello there"]);
  expect(await search("econ")).toEqual([["first", "second"]]);
  expect(await search("x")).toEqual(["x"]);
  expect(await search("e")).toEqual(["Hello there", ["first", "second"]]);
  expect(await search("absent")).toEqual([]);
});

test("search ignores field names and doesn't match across two values", async () => {
  const { search } = await setUp([["one", "two"]]);
  for (const text of ["message", "onetwo", "one two", "one,two", "one\ntwo", "one\u001ftwo"])
    expect(await search(text)).toEqual([]);
});

test("search treats percent, underscore, backslash, and quotes literally", async () => {
  const values = ["100%", "a_b", "a\\b", "it's", 'say "hi"', "axb", "1000"];
  const { search } = await setUp(values);
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

test("trims the search term and ignores a blank one", async () => {
  const { search } = await setUp(["Hello", "there"]);
  expect(await search("  hello\t")).toEqual(["Hello"]);
  for (const text of ["", "   "]) expect(await search(text)).toEqual(["Hello", "there"]);
});

test("accepts a search term of at most 200 code points after trimming", async () => {
  const { token, search } = await setUp(["😀".repeat(200)]);
  expect(await search(` ${"😀".repeat(200)} `)).toHaveLength(1);
  const query = { search: "😀".repeat(201) };
  const answer = await callApi("GET", "/v1/submissions", { token, query });
  expect(errorOf(answer, "validation_failed").paths).toEqual(["search"]);
});

test("search treats U+001F, the separator of values, as a space", async () => {
  const { search } = await setUp([["a\u001fb", "c"], "a b"]);
  expect(await search("a\u001fb")).toEqual([["a\u001fb", "c"], "a b"]);
  for (const text of ["b\u001fc", "b c", "b\nc", "bc"])
    expect(await search(text), text).toEqual([]);
});
