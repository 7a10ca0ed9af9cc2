import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

const Names = z.record(z.string(), z.string()).transform((packages) => Object.keys(packages));
const manifest = z
  .object({ dependencies: Names, devDependencies: Names })
  .parse(JSON.parse(read("package.json")));

/** The packages in the table below a heading that have a reason. */
function packagesUnder(heading: string): string[] {
  const [, section = ""] = read("docs/dependencies.md").split(`## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  return [...table.matchAll(/^\| `([^`]+)` \| \S.+ \|$/gm)].map(([, name = ""]) => name);
}

test("every dependency has a reason in docs/dependencies.md, and nothing else is listed", () => {
  expect(packagesUnder("To build and run")).toEqual(manifest.dependencies.toSorted());
  expect(packagesUnder("To develop and test")).toEqual(manifest.devDependencies.toSorted());
});
