import { globSync, readFileSync } from "node:fs";
import { ts } from "@ts-morph/common";
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

/** String literals and JSX text with at least two words. */
function textsOf(file: string): Text[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, false, kind);
  const texts: Text[] = [];
  const visit = (node: Parameters<typeof ts.isStringLiteral>[0]) => {
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      texts.push({ file, text: parts.join("…") });
      for (const { expression } of node.templateSpans) visit(expression);
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.push({ file, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter(({ text }) => /\S\s+\S/.test(text) && !CODE.test(text));
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

test("strings in the code use no retired terms", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(findRetired(files.flatMap(textsOf))).toEqual([]);
});

test("a period comes after the quotes around a name or value", () => {
  // In a template, a value is a placeholder or an ellipsis.
  const isInside = ({ text }: Text) => /“(\{\w+\}|…)\.”/.test(text);
  expect(files.flatMap(textsOf).filter(isInside)).toEqual([]);
});

test("the docs use no retired terms", () => {
  const pages = globSync(DOCS, OWN).filter((file) => file !== "docs/glossary.md");
  expect(findRetired(pages.flatMap(paragraphsOf))).toEqual([]);
});
