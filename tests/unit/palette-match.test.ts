import { expect, test } from "vitest";
import { findMatches, toEntry } from "#components/shell/palette-match";

function found(search: string, ...names: (string | [label: string, ...words: string[]])[]) {
  const entries = names.map((name) => {
    const [label, ...words] = typeof name === "string" ? [name] : name;
    return toEntry({ label, words });
  });
  return findMatches(entries, search, 10).items.map(({ label }) => label);
}

test("every word that was typed has to be found, in any order and by its beginning", () => {
  expect(found("tok", "API tokens", "Inbox")).toEqual(["API tokens"]);
  expect(found("token api", "API tokens", "Test inbox")).toEqual(["API tokens"]);
  expect(found("api inbox", "API tokens", "Test inbox")).toEqual([]);
  expect(found("from ada", "Forms", "Data and privacy"), "letters here and there").toEqual([]);
});

test("a name that begins so comes before one that has the words, other names come last", () => {
  expect(found("inbox", "Test inbox", ["Archive", "inbox"], "Inbox")).toEqual([
    "Inbox",
    "Test inbox",
    "Archive",
  ]);
});

test("accents, case and script are no obstacle", () => {
  expect(found("zoe", "Zoë’s café")).toEqual(["Zoë’s café"]);
  expect(found("CAFÉ", "Zoë’s cafe")).toEqual(["Zoë’s cafe"]);
  for (const typed of ["istanbul", "ISTANBUL", "İSTANBUL"])
    expect(found(typed, "İstanbul")).toEqual(["İstanbul"]);
  for (const typed of ["ılık", "ILIK", "ilik"])
    expect(found(typed, "Ilık su")).toEqual(["Ilık su"]);
  expect(found("問い", "お問い合わせ")).toEqual(["お問い合わせ"]);
  expect(found("конт", "Форма контакта")).toEqual(["Форма контакта"]);
});

test("nothing typed: all in their order, up to the limit", () => {
  const entries = ["B", "A", "C"].map((label) => toEntry({ label }));
  expect(findMatches(entries, "  ", 2)).toEqual({
    best: 0,
    items: [{ label: "B" }, { label: "A" }],
  });
});

test("signs that are no words find nothing, and break nothing", () => {
  expect(found("###", "Inbox")).toEqual([]);
  expect(found("(", "Contact (old)")).toEqual(["Contact (old)"]);
});
