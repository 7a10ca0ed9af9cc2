import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withClient } from "#lib/adapters/db/with-client";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { checkFirstRelease } from "#tests/support/releases/check-service";
import {
  copyFirstFolder,
  countFirstTables,
  FIRST_BACKUP,
  FIRST_SECRET_KEY,
  firstCounts,
  loadFirstRelease,
  makeRecent,
} from "#tests/support/releases/first-release";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { launchCommand, startServer, type TestService } from "#tests/support/setup/server";
import { createDatabaseSql, startTestPostgres } from "#tests/support/setup/test-postgres";

let dataDir: string;
let serverDir: string;
let service: TestService | undefined;

beforeEach(async () => {
  dataDir = await makeDataDir();
  serverDir = await makeDataDir();
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
  for (const folder of [dataDir, serverDir]) await removeDataDir(folder);
});

test("today's service starts on a database of its own that 1.0.0 used, has everything in it, and accepts a submission", async () => {
  const server = await startTestPostgres(serverDir);
  try {
    const url = new URL("/forms", server.url).href;
    await withClient(server.adminUrl, (client) =>
      client.query(createDatabaseSql("forms", server.url)),
    );
    await loadFirstRelease(url);
    await copyFirstFolder(dataDir);
    expect(await countFirstTables(url)).toEqual(await firstCounts());
    const env = { DATABASE_URL: url, SECRET_KEY: FIRST_SECRET_KEY };
    service = await startServer({ dataDir, env });
    await checkFirstRelease(service.baseUrl);
    await service.stop();
    service = undefined;
  } finally {
    await server.stop();
  }
});

test("today's restore takes a backup of 1.0.0, and the service has everything in it", async () => {
  await copyFirstFolder(dataDir);
  const restored = launchCommand("restore", { DATA_DIR: dataDir }, FIRST_BACKUP);
  expect(await restored.ended, restored.output()).toBe(0);
  expect(restored.output()).toContain("239 rows and 2 uploaded files");
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  expect(await countFirstTables(database.url)).toEqual(await firstCounts());
  await makeRecent(database.url);
  await database.stop();
  service = await startServer({ dataDir });
  await checkFirstRelease(service.baseUrl);
});

test("a backup of an updated service of 1.0.0 is signed, and restored elsewhere", async () => {
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  await loadFirstRelease(database.url);
  await database.stop();
  await copyFirstFolder(dataDir);
  const migrated = launchCommand("migrate", { DATA_DIR: dataDir });
  expect(await migrated.ended, migrated.output()).toBe(0);
  const folder = join(dataDir, "saved");
  const saved = launchCommand("backup", { DATA_DIR: dataDir }, folder);
  expect(await saved.ended, saved.output()).toBe(0);
  await copyFile(join(dataDir, "secret-key"), join(serverDir, "secret-key"));
  const restored = launchCommand("restore", { DATA_DIR: serverDir }, folder);
  expect(await restored.ended, restored.output()).toBe(0);
  expect(restored.output()).not.toContain("signed");
});
