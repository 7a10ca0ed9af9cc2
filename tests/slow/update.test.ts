import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { applyMigrations, readMigrations } from "#lib/adapters/db/migrate";
import { createDiskObjectStore } from "#lib/adapters/files/object-store-disk";
import {
  countFirstTables,
  FIRST_BACKUP,
  FIRST_SECRET_KEY,
  facts,
  firstCounts,
  loadFirstRelease,
} from "#tests/support/releases/first-release";
import {
  createEmptyDatabase,
  makeFolder,
  query,
  readSchema,
  restore,
} from "#tests/support/setup/backup-databases";
import { restoreSecretKeys, useSecretKeys } from "#tests/support/setup/secret-keys";

restoreSecretKeys();
beforeEach(() => useSecretKeys(FIRST_SECRET_KEY));

test("a backup of 1.0.0 is restored whole, with a warning that it isn't signed", async () => {
  const url = await createEmptyDatabase();
  const lines: string[] = [];
  const store = createDiskObjectStore(await makeFolder());
  await restore(FIRST_BACKUP, url, { store, log: (line) => lines.push(line) });
  expect(await countFirstTables(url)).toEqual(await firstCounts());
  expect(lines).toContainEqual(expect.stringContaining("isn't signed: only those of 1.0.0 aren't"));
  const objects = await query(url, "SELECT workspace_id || '/' || id AS key FROM objects");
  const texts = objects.map(async ({ key }) =>
    text((await store.read(String(key))) ?? Readable.from([])),
  );
  expect((await Promise.all(texts)).sort()).toEqual(["a,b\n1,2\n", "what the visitor wrote\n"]);
  expect(await applyMigrations(url)).toEqual([]);
});

test("a backup of 1.0.0 with links is rejected", async () => {
  const folder = join(await makeFolder(), "backup");
  await cp(FIRST_BACKUP, folder, { recursive: true });
  await rm(join(folder, "tables/users.copy.zst"));
  await symlink("/etc/passwd", join(folder, "tables/users.copy.zst"));
  await expect(restore(folder, await createEmptyDatabase())).rejects.toThrow(
    "isn't a regular file",
  );
});

test("a backup of a later version says so, and one of an unreleased build too", async () => {
  const folder = join(await makeFolder(), "backup");
  await cp(FIRST_BACKUP, folder, { recursive: true });
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  const save = (migrations: unknown) =>
    writeFile(path, JSON.stringify({ ...manifest, migrations }));
  await save([...manifest.migrations, { name: "9_later", checksum: "later" }]);
  const url = await createEmptyDatabase();
  await expect(restore(folder, url)).rejects.toThrow(
    "a later version of the service made the backup",
  );
  await save([{ ...manifest.migrations[0], checksum: "edited" }]);
  await expect(restore(folder, url)).rejects.toThrow(
    "an unreleased build of the service made the backup",
  );
});

test("a database of 1.0.0 gets the schema of a new one, and keeps every row of 10,000 messages", async () => {
  const url = await createEmptyDatabase();
  await loadFirstRelease(url);
  await query(
    url,
    `INSERT INTO submissions SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
     FROM submissions s, generate_series(1, 10000) WHERE s.id = '${facts.messages.all[0]}'`,
  );
  const digest = () =>
    query(
      url,
      `SELECT count(*)::int, md5(string_agg(concat_ws('|', id, folder, fields, received_at, plan, search_text,
         search_indexed, spam_reason), '#' ORDER BY id)) FROM submissions`,
    );
  const before = await digest();
  expect(before).toMatchObject([{ count: 10_012 }]);
  expect(await applyMigrations(url)).toEqual(
    (await readMigrations()).map(({ name }) => name).slice(1),
  );
  expect(await digest()).toEqual(before);
  const fresh = await createEmptyDatabase();
  await applyMigrations(fresh);
  expect(await readSchema(url)).toEqual(await readSchema(fresh));
  const moved = await query(
    url,
    `SELECT spam_at FROM submissions WHERE id = '${facts.messages.moved}'`,
  );
  expect(moved).toEqual([{ spam_at: expect.any(Date) }]);
});
