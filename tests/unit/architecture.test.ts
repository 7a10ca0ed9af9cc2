import { globSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;
/** The floors of `lib`, from the lowest, and the rooms of two of them: imports only go down (docs/ARCHITECTURE.md). */
const FLOORS = ["core", "adapters", "domain", "entry"];
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  domain:
    "access audit deliveries usage recipients forms brand spam emails endpoints templates submissions replies intake imports diagnostics tokens grants accounts".split(
      " ",
    ),
  entry:
    "http visitor-pages management account intake openapi docs oauth mcp jobs operations".split(
      " ",
    ),
};
const FILES = globSync(
  ["{app,components,lib,packages,server}/**/*.{ts,tsx}", "{instrumentation,proxy}.ts"],
  { cwd: ROOT, exclude: ["packages/*/{node_modules,tests}/**"] },
)
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\/(generated|dist)\//.test(file));
const SOURCES = new Map(FILES.map((file) => [file, readFileSync(ROOT + file, "utf8")]));

/** A file's imports: project modules by path, packages by name. */
function importsOf(file: string): string[] {
  const found = SOURCES.get(file)?.matchAll(/\b(?:from|import\(?)\s*"([^"]+)"/g) ?? [];
  return [...found].map(([, name = ""]) =>
    name.startsWith(".") ? normalize(`${dirname(file)}/${name}`) : name.replace(/^#/, ""),
  );
}

/** The import statements of a folder's files: `[file, imported]`. */
function importsIn(folder: string): [string, string][] {
  const files = FILES.filter((file) => file.startsWith(folder));
  return files.flatMap((file) => importsOf(file).map((to): [string, string] => [file, to]));
}

const isOurs = (path: string) => /^(app|components|lib|packages|server)\//.test(path);
const listed = (wrong: [string, string][]) => wrong.map(([file, to]) => `${file} imports ${to}`);

test("lib imports only from lower floors, and on its own floor only from rooms earlier in the list", () => {
  const placeOf = (path: string) => {
    const [, floor = "", room = ""] = path.split("/");
    const rooms = ROOMS[floor];
    return { floor: FLOORS.indexOf(floor), room: rooms ? rooms.indexOf(room) : 0 };
  };
  const homeless = FILES.filter((file) => file.startsWith("lib/")).filter((file) =>
    Object.values(placeOf(file)).includes(-1),
  );
  expect(homeless, "every file belongs to a floor and a room").toEqual([]);
  const isWrong = ([file, to]: [string, string]) => {
    if (!isOurs(to)) return false;
    if (!to.startsWith("lib/")) return true;
    const [from, at] = [placeOf(file), placeOf(to)];
    return at.floor > from.floor || (at.floor === from.floor && at.room > from.room);
  };
  expect(listed(importsIn("lib/").filter(isWrong))).toEqual([]);
});

test("an area of the app imports components and lib, and never another area", () => {
  const upward = importsIn("components/").filter(([, to]) => /^(app|packages|server)\//.test(to));
  expect(listed(upward)).toEqual([]);
  // Files beside an area's folder, like the dashboard's own, belong to all areas in it.
  const areaOf = (path: string) => /^app\/(?:\(dashboard\)\/)?[^/]+\//.exec(path)?.[0] ?? "app/";
  const strange = importsIn("app/").filter(
    ([file, to]) => isOurs(to) && to.startsWith("app/") && !file.startsWith(areaOf(to)),
  );
  expect(listed(strange)).toEqual([]);
});

test("only scripts and tests import the self-hosted runtime", () => {
  const isImporter = (file: string) => importsOf(file).some((name) => name.startsWith("server/"));
  const importers = FILES.filter((file) => !file.startsWith("server/") && isImporter(file));
  expect(importers).toEqual([]);
});

test("lib imports Next.js only in the dashboard session", () => {
  const importsNext = (file: string) => importsOf(file).some((name) => /^next(\/|$)/.test(name));
  const places = FILES.filter((file) => file.startsWith("lib/") && importsNext(file));
  expect(places).toEqual(["lib/entry/account/current-session.ts"]);
});

test("the self-hosted server loads only modules without JSX, enums, or Next.js imports", () => {
  const loaded = new Set(["server/http/server.ts"]);
  // A set also iterates over entries added during the iteration.
  for (const file of loaded)
    for (const name of importsOf(file).map((to) => (/\.tsx$/.test(to) ? to : `${to}.ts`)))
      if (SOURCES.has(name)) loaded.add(name);
  const isStuck = (file: string) =>
    file.endsWith(".tsx") ||
    /^(export )?(const )?(enum|namespace) /m.test(SOURCES.get(file) ?? "") ||
    importsOf(file).some((name) => name.startsWith("next/"));
  expect(loaded.size).toBeGreaterThan(20);
  expect([...loaded].filter(isStuck)).toEqual([]);
});

test("only lib/core/settings/settings.ts and the self-hosted startup read process.env", () => {
  // The build replaces NEXT_RUNTIME with a constant.
  const reads = /process\.env(?!\.NEXT_RUNTIME\b)/;
  const readers = FILES.filter((file) => reads.test(SOURCES.get(file) ?? ""));
  expect(readers.sort()).toEqual([
    "lib/core/settings/settings.ts",
    "server/commands/backup/backup.ts",
    "server/commands/backup/restore.ts",
    "server/commands/backup/secret-key.ts",
    "server/commands/rotate-secrets.ts",
    "server/commands/service.ts",
    "server/postgres/cluster.ts",
    "server/start/build.ts",
    "server/start/built-app.ts",
    "server/start/checkout.ts",
    "server/start/serve.ts",
  ]);
});

test("OpenTelemetry's SDK is loaded only on demand, in the two places where a process or thread begins", () => {
  const importers = (name: string) =>
    FILES.filter((file) => importsOf(file).some((to) => to.startsWith(name)));
  expect(importers("@opentelemetry/")).toEqual([
    "lib/core/telemetry/open-telemetry.ts",
    "lib/core/telemetry/tracing.ts",
  ]);
  const ofTracing = importsOf("lib/core/telemetry/tracing.ts").filter((to) => to.startsWith("@"));
  expect(ofTracing).toEqual(["@opentelemetry/api"]);
  const starters = importers("lib/core/telemetry/open-telemetry");
  expect(starters.sort()).toEqual(["instrumentation.ts", "server/jobs/job-worker.ts"]);
  for (const file of starters)
    expect(SOURCES.get(file)).toMatch(
      /otlpEndpoint\)\s+\(await import\("#lib\/core\/telemetry\/open-telemetry"\)\)/,
    );
});

test("the project has no barrel files and no catch-all file names", () => {
  const isBarrel = (file: string) => /^export (\*|\{[^}]*\}) from/m.test(SOURCES.get(file) ?? "");
  expect(FILES.filter((file) => /\/index\.tsx?$/.test(file) && isBarrel(file))).toEqual([]);
  const names = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.|$)/;
  expect(FILES.filter((file) => names.test(file))).toEqual([]);
});

test("route files have at most 40 lines, other files at most 250", () => {
  const maxOf = (file: string) => (/^app\/.*\/route\.ts$/.test(file) ? 40 : 250);
  const lengthOf = (file: string) => SOURCES.get(file)?.trimEnd().split("\n").length ?? 0;
  const long = FILES.filter((file) => lengthOf(file) > maxOf(file));
  expect(long.map((file) => `${file}: ${lengthOf(file)} lines`)).toEqual([]);
});

/** What a file loads, directly or not: not its types. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  const text = SOURCES.get(file) ?? "";
  for (const [, name = ""] of text.matchAll(
    /^(?:import|export) (?!type\b)[^;]*?from "([^"]+)"/gm,
  )) {
    const path = name.replace(/^#/, "");
    const found = [path, `${path}.ts`, `${path}.tsx`].find((one) => SOURCES.has(one)) ?? path;
    if (seen.has(found)) continue;
    seen.add(found);
    loadedBy(found, seen);
  }
  return seen;
}

test("a file that begins with “Doesn’t use Zod” doesn't load it, not even through another file", () => {
  const light = FILES.filter((file) => SOURCES.get(file)?.startsWith("// Doesn't use Zod"));
  expect(light.length).toBeGreaterThan(10);
  expect(light.filter((file) => loadedBy(file).has("zod"))).toEqual([]);
});

/** A type and its schema, and names of components of the API document. */
const SHARED_NAMES = ["AcceptedSubmission", "MessageContext", "Revision"];

test("no two files of lib and the server export the same name", () => {
  const exported = /^export (?:async )?(?:function\*?|const|type|class) (\w+)/gm;
  const namesOf = (file: string) =>
    new Set([...(SOURCES.get(file)?.matchAll(exported) ?? [])].map(([, name = ""]) => name));
  const files = FILES.filter((file) => /^(lib|server)\//.test(file));
  const names = files.flatMap((file) => [...namesOf(file)]);
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  expect([...new Set(repeated)].sort()).toEqual(SHARED_NAMES);
});
