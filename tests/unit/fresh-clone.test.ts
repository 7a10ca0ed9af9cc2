import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#selfhost/checkout";

const GENERATED = "lib/db/generated/";
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^;"]*?\sfrom\s)?"((?:#|\.)[^"]+)"/gm;

/** The file that an import names; null for what isn't TypeScript. */
function resolve(from: string, name: string): string | null {
  const path = name.startsWith("#") ? join(ROOT, name.slice(1)) : join(dirname(from), name);
  if (/\.(m?js|json|tsx)$/.test(path)) return null;
  return path.endsWith(".ts") ? path : `${path}.ts`;
}

/** Finds the way in which a file comes to load the generated database client, or null if it doesn't. */
function findWayToClient(file: string, seen = new Set<string>()): string[] | null {
  const name = relative(ROOT, file);
  if (name.startsWith(GENERATED)) return [name];
  if (seen.has(file) || !existsSync(file)) return null;
  seen.add(file);
  for (const [, imported = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const next = resolve(file, imported);
    const way = next && findWayToClient(next, seen);
    if (way) return [name, ...way];
  }
  return null;
}

test("finds the way to the generated client through several files", () => {
  const way = findWayToClient(join(ROOT, "lib/jobs/rotate-secrets.ts"));
  expect(way?.at(-1)).toMatch(/^lib\/db\/generated\/client/);
});

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
const commands = Object.values(scripts).flatMap((line) => line.match(/scripts\/[\w-]+\.ts/g) ?? []);

// A fresh clone has no generated client: what generates it must not need it.
test.each([...new Set(commands)])(
  "%s loads no generated code before it can generate it",
  (script) => {
    expect(findWayToClient(join(ROOT, script))).toBeNull();
  },
);
