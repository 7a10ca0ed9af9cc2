import { globSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path";
import { expect, test } from "vitest";

// The layers described in docs/ARCHITECTURE.md.
const ROOT = new URL("../..", import.meta.url).pathname;
const NOUNS =
  "audit deliveries usage search recipients turnstile fields forms spam routing autoresponder destinations webhooks notifications submissions intake tokens factors accounts members demo".split(
    " ",
  );
const FILES = globSync(
  ["{app,components,lib,packages,server}/**/*.{ts,tsx}", "{instrumentation,proxy}.ts"],
  { cwd: ROOT, exclude: ["clients/*/node_modules/**"] },
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

const folderOf = (path: string) => path.split("/").slice(0, 2).join("/");

/** A file's layer, or NaN if it's in no known layer. */
function layerOf(path: string): number {
  if (/^(app\/|instrumentation|proxy)/.test(path)) return 6;
  if (path.startsWith("server/")) return 7;
  if (/^(clients|components)\//.test(path)) return 5;
  const [root, folder = ""] = path.split("/");
  const layers: Record<string, number> = {
    core: 0,
    db: 1,
    clients: 1,
    session: 3,
    operations: 3.5,
    jobs: 3.9,
    http: 4,
    "intake-http": 4.05,
    openapi: 4.1,
    docs: 4.2,
    mcp: 4.5,
  };
  const noun = NOUNS.includes(folder) ? 2 + NOUNS.indexOf(folder) / 100 : Number.NaN;
  return root === "lib" ? (layers[folder] ?? noun) : Number.NaN;
}

test("modules import only from lower layers and from domain modules earlier in the list", () => {
  const isWrong = (file: string, to: string) =>
    layerOf(to) > layerOf(file) ||
    (file.startsWith("lib/") && layerOf(to) === layerOf(file) && folderOf(to) !== folderOf(file));
  const wrong = FILES.flatMap((file) =>
    importsOf(file).flatMap((to) => (isWrong(file, to) ? [`${file} imports ${to}`] : [])),
  );
  expect(wrong).toEqual([]);
  expect(
    FILES.filter((file) => Number.isNaN(layerOf(file))),
    "every file belongs to a layer",
  ).toEqual([]);
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
    "server/commands/backup/restore.ts",
    "server/start/build.ts",
    "server/postgres/cluster.ts",
    "server/commands/service.ts",
    "server/commands/rotate-secrets.ts",
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
  const starters = importers("lib/core/open-telemetry");
  expect(starters.sort()).toEqual(["instrumentation.ts", "server/jobs/job-worker.ts"]);
  for (const file of starters)
    expect(SOURCES.get(file)).toMatch(
      /otlpEndpoint\) \(await import\("#lib\/core\/open-telemetry"\)\)/,
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
