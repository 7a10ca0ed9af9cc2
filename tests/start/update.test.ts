import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "#lib/adapters/db/with-client";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { findFreePort } from "#server/start/free-port";
import { checkFirstRelease } from "#tests/support/releases/check-service";
import {
  copyFirstFolder,
  countFirstTables,
  firstCounts,
  loadFirstRelease,
} from "#tests/support/releases/first-release";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { launchService, startServer, type TestService } from "#tests/support/setup/server";

let dataDir: string;
let service: TestService | undefined;

/** Works on the embedded database of the stopped service. */
async function withStopped<T>(work: (url: string) => Promise<T>): Promise<T> {
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

// Its cluster is made here of the rows in 1.0.0's own backup: a whole one would be 40 MB.
beforeAll(async () => {
  dataDir = await makeDataDir();
  await withStopped(loadFirstRelease);
  await copyFirstFolder(dataDir);
});

afterAll(async () => {
  await service?.stop();
  await removeDataDir(dataDir);
});

test("today's service starts on a data folder of 1.0.0, has everything in it, and accepts a submission", async () => {
  const before = await firstCounts();
  expect(await withStopped(countFirstTables)).toEqual(before);
  service = await startServer({ dataDir });
  expect(service.output()).toContain("Applying database migration");
  await checkFirstRelease(service.baseUrl);
  await service.stop();
  service = undefined;
  const { submissions = 0, users, tokens, objects, webhooks } = await withStopped(countFirstTables);
  expect({ submissions: submissions - 1, users, tokens, objects, webhooks }).toEqual({
    submissions: before.submissions,
    users: before.users,
    tokens: before.tokens,
    objects: before.objects,
    webhooks: before.webhooks,
  });
});

test.each([
  [
    "a later version",
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('9', '9', '9_later', now())",
    /^Cannot start: a later version of the service has updated the database: \S+ doesn't have its migration 9_later\. .*$/,
  ],
  [
    "an unreleased build",
    "UPDATE _prisma_migrations SET checksum = 'edited' WHERE migration_name LIKE '%_baseline'",
    /^Cannot start: an unreleased build of the service made the database: its migration 20261124000000_baseline isn't the one of .*$/,
  ],
])("on the data folder of %s, the service stops with one line", async (_who, sql, line) => {
  await withStopped((url) => withClient(url, (client) => client.query(sql)));
  const launched = launchService({
    env: { DATA_DIR: dataDir, PORT: String(await findFreePort()) },
  });
  expect(await launched.ended).toBe(1);
  const lines = launched.output().trim().split("\n");
  expect(lines.filter((each) => /^Cannot|^\s+at /.test(each))).toEqual([
    expect.stringMatching(line),
  ]);
  await withStopped((url) =>
    withClient(url, (client) =>
      client.query("DELETE FROM _prisma_migrations WHERE migration_name = '9_later'"),
    ),
  );
});
