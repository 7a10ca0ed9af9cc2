import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listPending, readMigrations } from "#lib/adapters/db/migrate";
import { withClient } from "#lib/adapters/db/with-client";
import { ROOT } from "#server/start/checkout";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { launchScript } from "#tests/support/setup/server";
import { createDatabaseSql, startTestPostgres } from "#tests/support/setup/test-postgres";

let dataDir: string;
let server: Awaited<ReturnType<typeof startTestPostgres>>;
let url: string;
let made = 0;

const run = (databaseUrl: string, sql: string) =>
  withClient(databaseUrl, (client) => client.query(sql));

beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startTestPostgres(dataDir);
});

beforeEach(async () => {
  made += 1;
  await run(server.adminUrl, createDatabaseSql(`vercel_${made}`, server.url));
  url = new URL(`/vercel_${made}`, server.url).href;
});

afterAll(async () => {
  await server.stop();
  await removeDataDir(dataDir);
});

/** Runs the build with only these settings. */
async function build(env: Record<string, string>) {
  const ownFolder = join(dataDir, "of-the-build");
  const all = { VERCEL: "1", DATA_DIR: ownFolder, ...env };
  const launched = launchScript("scripts/vercel-build.ts", all);
  const code = await launched.ended;
  const lines = launched.output().trim().split("\n");
  return { code, lines, hasOwnFolder: existsSync(ownFolder) };
}

const countPending = async () => (await listPending(url)).length;

test("vercel.json runs the Vercel build", async () => {
  const { buildCommand } = JSON.parse(await readFile(join(ROOT, "vercel.json"), "utf8"));
  expect(buildCommand).toMatch(/scripts\/vercel-build\.ts$/);
});

test.each(["production", "preview"])(
  "a %s build without DATABASE_URL fails in one line",
  async (VERCEL_ENV) => {
    const { code, lines, hasOwnFolder } = await build({ VERCEL_ENV });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching("^Cannot build: DATABASE_URL is missing")]);
    expect(hasOwnFolder).toBe(false);
  },
);

test.each(["preview", "development", ""])(
  "a build with VERCEL_ENV=%s doesn't migrate the database",
  async (VERCEL_ENV) => {
    const { code, lines, hasOwnFolder } = await build({ VERCEL_ENV, DATABASE_URL: url });
    expect(lines.at(-1)).toMatch("The database wasn't migrated");
    expect(code).toBe(0);
    expect(await countPending()).toBe((await readMigrations()).length);
    expect(hasOwnFolder).toBe(false);
  },
);

test("a production build migrates the database", async () => {
  const { code, hasOwnFolder } = await build({ VERCEL_ENV: "production", DATABASE_URL: url });
  expect(code).toBe(0);
  expect(await countPending()).toBe(0);
  expect(hasOwnFolder).toBe(false);
});

test("a production build migrates through DIRECT_DATABASE_URL if it's set", async () => {
  const role = `app_${made}`;
  await run(server.adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'app'`);
  await run(url, `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO ${role}`);
  const asRole = Object.assign(new URL(url), { username: role, password: "app" }).href;
  const env = { VERCEL_ENV: "production", DATABASE_URL: asRole };
  const rejected = await build(env);
  expect(rejected.code).toBe(1);
  expect(rejected.lines.at(-1)).toMatch(
    /^Cannot build: DATABASE_URL: .* permission denied .*; grant CREATE .* or set DIRECT_DATABASE_URL/,
  );
  const { code } = await build({ ...env, DIRECT_DATABASE_URL: url });
  expect(code).toBe(0);
  expect(await countPending()).toBe(0);
});

test("a build fails in one line when DATABASE_URL and DIRECT_DATABASE_URL point to different databases", async () => {
  const env = { DATABASE_URL: server.url, DIRECT_DATABASE_URL: url };
  const { code, lines } = await build({ VERCEL_ENV: "production", ...env });
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^Cannot build: DATABASE_URL: .* must point to the same database$/);
});
