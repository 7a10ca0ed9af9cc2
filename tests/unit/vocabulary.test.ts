import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;

const SOURCES = "{app,components,lib,packages,server}/**/*.{ts,tsx}";
const DOCS = "{*.md,{docs,packages}/**/*.md}";
/** A client may have packages of its own. */
const OWN = { cwd: ROOT, exclude: ["packages/*/{node_modules,tests}/**"] };

type Text = { file: string; text: string };
type Term = { word: string; exceptions: string[] };

const read = (file: string) => readFileSync(ROOT + file, "utf8");

/** The table of retired terms in the glossary. */
function readTerms(): Term[] {
  const [, table = ""] = read("docs/glossary.md").split(/<!-- (?:end of )?retired terms -->/);
  const rows = table.trim().split("\n").slice(2);
  return rows.flatMap((row) => {
    const [, retired = "", , except = ""] = row.split("|").map((cell) => cell.trim());
    const exceptions = except === "" ? [] : except.split(", ");
    return retired.split(", ").map((word) => ({ word, exceptions }));
  });
}

/** Strings of SQL and code, and endpoints, which aren't checked. */
const CODE =
  /^(GET|POST|PATCH|DELETE) \/|\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|AND|SET|AS|CASE|JOIN)\b|[a-z]\w*\.\w+\(|=>/;

/** The text of a node of the syntax tree, if it's a string, a template, or text in JSX. */
function textOf(node: object): string | undefined {
  if (!("type" in node)) return undefined;
  if ("quasis" in node && Array.isArray(node.quasis))
    return node.quasis.map((part) => part.value.cooked).join("…");
  return "value" in node && typeof node.value === "string" ? node.value : undefined;
}

/** Texts with at least two words. */
function readTexts(file: string): Text[] {
  const { program, errors } = parseSync(file, read(file));
  expect(errors).toEqual([]);
  const texts: string[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    const text = textOf(node);
    if (text !== undefined) texts.push(text);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program.body);
  return texts
    .filter((text) => /\S\s+\S/.test(text) && !CODE.test(text))
    .map((text) => ({ file, text }));
}

/** Paragraphs of a page, without its code. */
function paragraphsOf(file: string): Text[] {
  const prose = read(file)
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/`[^`\n]*`/g, "…");
  return prose.split("\n").map((text) => ({ file, text }));
}

function wrongWords({ text }: Text, terms: readonly Term[]): string[] {
  return terms.flatMap(({ word, exceptions }) => {
    const plain = exceptions.reduce((rest, phrase) => rest.replaceAll(phrase, ""), text);
    const pattern = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?<!\\w)${pattern}(?!\\w)`, "i").test(plain) ? [word] : [];
  });
}

function findRetired(texts: readonly Text[]): string[] {
  const terms = readTerms();
  return texts.flatMap((found) =>
    wrongWords(found, terms).map(
      (word) => `${found.file}: “${word}” in ${found.text.replaceAll(/\s+/g, " ").slice(0, 200)}`,
    ),
  );
}

test("the glossary lists retired terms", () => {
  expect(readTerms().map(({ word }) => word)).toContain("nobody");
});

const files = globSync(SOURCES, OWN).filter(
  (file) => !/\/(generated|dist)\/|visitor-pages\/words\/(?!english)|fields\/name-words/.test(file),
);

const texts = files.flatMap(readTexts);

test("strings in the code use no retired terms", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(findRetired(texts)).toEqual([]);
});

test("a period comes after the quotes around a name or value", () => {
  // In a template, a value is a placeholder or an ellipsis.
  const isInside = ({ text }: Text) => /“(\{\w+\}|…)\.”/.test(text);
  expect(texts.filter(isInside)).toEqual([]);
});

test("the docs use no retired terms", () => {
  const pages = globSync(DOCS, OWN).filter((file) => file !== "docs/glossary.md");
  expect(findRetired(pages.flatMap(paragraphsOf))).toEqual([]);
});
