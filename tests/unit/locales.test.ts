import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FillableText } from "#lib/core/texts";
import { LANGUAGES, languageTagOf } from "#lib/domain/forms/page/page-schema";

const FOLDER = new URL("../../locales/", import.meta.url);

/** Returns whether it's one text for each plural category. */
function isText(value: object | string): value is FillableText {
  return typeof value === "string" || "other" in value;
}

/** Texts by their path. */
function flatten(texts: object, at = ""): [path: string, text: FillableText][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    isText(value) ? [[`${at}${name}`, value]] : flatten(value, `${at}${name}.`),
  );
}

const read = (language: string) =>
  flatten(JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), "utf8")));
const formsOf = (text: FillableText) => (typeof text === "string" ? [text] : Object.values(text));
const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

const ENGLISH = new Map(read("en"));
/** Texts that are the same in several languages. */
const SHARED = /^(optional|fullStop|labelled|name|email|message|files|nthValue|to)$/;

test("every language has one file", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  expect(files.toSorted()).toEqual(LANGUAGES.map((language) => `${language}.json`).toSorted());
});

describe.each(LANGUAGES)("%s", (language) => {
  const texts = new Map(read(language));
  const all = [...texts].flatMap(([path, text]) =>
    formsOf(text).map((form): [string, string] => [path, form]),
  );

  test("has exactly the texts of English, in their order, and none is blank", () => {
    expect([...texts.keys()]).toEqual([...ENGLISH.keys()]);
    for (const [path, text] of all) expect(text.trim(), path).not.toBe("");
  });

  test("has the placeholders of English. Only the form for a single number leaves that out", () => {
    for (const [path, text] of texts) {
      const [of = ""] = formsOf(ENGLISH.get(path) ?? "").slice(-1);
      const wanted = placeholdersOf(of);
      const numberless = wanted.filter((name) => name !== "{count}");
      const categories = typeof text === "string" ? { other: text } : text;
      for (const [category, form] of Object.entries(categories)) {
        const isSingle = /^(zero|one|two)$/.test(category) && !form.includes("{count}");
        expect(placeholdersOf(form), path).toEqual(isSingle ? numberless : wanted);
      }
    }
  });

  test("has only plural categories that it uses, and a number wherever one stands for several", () => {
    const tag = languageTagOf(language);
    const rules = new Intl.PluralRules(tag);
    const known = rules.resolvedOptions().pluralCategories;
    // In Ukrainian, 21 is `one`, too. In French, 0 is.
    const covers = (category: string) =>
      Array.from({ length: 200 }, (_, at) => at + 1).filter((n) => rules.select(n) === category);
    for (const [path, text] of texts) {
      if (typeof text === "string") continue;
      for (const [category, form] of Object.entries(text)) {
        expect(known, path).toContain(category);
        if (!form.includes("{count}")) expect(covers(category), path).toHaveLength(1);
      }
    }
  });

  test("has the quotes and apostrophes of print, and no doubled or outer spaces", () => {
    for (const [path, text] of all) {
      expect(text, path).not.toMatch(/["'`]/);
      expect(text, path).not.toMatch(/^\s|\s$|\s\s|\.\.\./);
    }
  });

  test("isolates what has another direction, and closes it", () => {
    for (const [path, text] of all)
      expect(text.match(/[\u2066-\u2068]/g) ?? [], path).toHaveLength(
        (text.match(/\u2069/g) ?? []).length,
      );
  });

  test("has no text in English", () => {
    if (language === "en") return;
    for (const [path, text] of texts)
      if (!SHARED.test(path)) expect(text, path).not.toEqual(ENGLISH.get(path));
    // They're shown with a capital, and an address in an example has none.
    for (const [path, text] of all)
      if (path.startsWith("faults.")) expect(text).not.toMatch(/^(\p{Ll}|\{(?!limit|count))/u);
  });
});

test("French has no-break spaces inside its quotes and before its signs", () => {
  for (const [path, text] of read("fr"))
    for (const form of formsOf(text)) {
      expect(form, path).not.toMatch(/[^\u00a0][:»](?=\s|$|\.)|«[^\u00a0]/);
      expect(form, path).not.toMatch(/[^\u202f][?!;]/);
    }
});

test("numbers that follow each other in a text aren't one with a decimal comma", () => {
  for (const language of LANGUAGES)
    for (const [path, text] of read(language))
      for (const form of formsOf(text)) expect(form, path).not.toMatch(/\}, \{/);
});
