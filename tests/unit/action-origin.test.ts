import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#server/start/checkout";
import { findReaching, keyOf, readParts } from "#tests/support/contract/queueing";

/** The files whose exports a browser can call. */
const ACTION_FILES = globSync("app/**/*.ts", { cwd: ROOT })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => readFileSync(join(ROOT, file), "utf8").startsWith('"use server"'));

test("every server action itself requires a page of the service as its sender, whatever runs before it", () => {
  const code = readParts("{app,components,lib}/**/*.ts");
  const checked = findReaching(code, ({ name }) => name === "requireSessionRequest");
  const actions = code.filter(
    ({ file, text }) => ACTION_FILES.includes(file) && text.startsWith("export async function"),
  );
  expect(actions.length).toBeGreaterThan(50);
  const unchecked = actions.filter((action) => !checked.has(keyOf(action)));
  expect(unchecked.map(({ name }) => name)).toEqual([]);
});
