import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { withClient } from "#lib/adapters/db/with-client";
import { createDiskObjectStore } from "#lib/adapters/files/object-store-disk";
import { knownKeyIds } from "#lib/core/secrets";
import { createBackup } from "#server/commands/backup/backup";
import { listTables } from "#server/commands/backup/dump-database";
import { checkBackup, restoreBackup } from "#server/commands/backup/restore";
import { signatureOf } from "#server/commands/backup/signature";
import { createDatabaseSql } from "#tests/support/setup/test-postgres";

let made = 0;
const quiet = { log: () => undefined, signal: new AbortController().signal };

/** A new database of the service's role, without tables. */
export async function createEmptyDatabase(): Promise<string> {
  const name = `backup_${process.env.VITEST_POOL_ID ?? 1}_${++made}`;
  const url = new URL(`/${name}`, inject("serverUrl")).href;
  await withClient(inject("adminUrl"), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(createDatabaseSql(name, url));
  });
  return url;
}

/** A new folder, removed after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Backup = Parameters<typeof createBackup>[0];

/** Backs up a database, by default with an empty storage; returns the backup's folder. */
export async function backUp(
  databaseUrl: string,
  options: Partial<Backup> = {},
): Promise<{ folder: string; manifest: Awaited<ReturnType<typeof createBackup>> }> {
  const folder = join(await makeFolder(), "backup");
  const store = createDiskObjectStore(await makeFolder());
  const manifest = await createBackup({ ...quiet, databaseUrl, store, folder, ...options });
  return { folder, manifest };
}

type Restore = Parameters<typeof restoreBackup>[0] & Parameters<typeof checkBackup>[0];

/** Checks and restores a backup. */
export async function restore(
  folder: string,
  databaseUrl: string,
  options: Partial<Restore> = {},
): Promise<void> {
  const store = createDiskObjectStore(await makeFolder());
  const given = { ...quiet, keyIds: knownKeyIds(), folder, databaseUrl, store, ...options };
  await restoreBackup({ ...given, manifest: await checkBackup(given) });
}

/** Signs a changed backup as the service would. */
export async function signAgain(folder: string): Promise<void> {
  const [secretKeyId = null] = knownKeyIds();
  await writeFile(join(folder, "SHA256SUMS.hmac"), await signatureOf(folder, { secretKeyId }));
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query(sql)).rows);
}

/** A digest of the rows of each table. */
export async function readContent(url: string): Promise<Record<string, unknown>> {
  return withClient(url, async (client) => {
    const digests: Record<string, unknown> = {};
    for (const { name } of await listTables(client)) {
      const sql = `SELECT count(*)::int, md5(string_agg(t::text, '|' ORDER BY t::text))
        FROM ${pg.escapeIdentifier(name)} t`;
      digests[name] = (await client.query(sql)).rows[0];
    }
    return digests;
  });
}

/** The constraints, triggers, indexes, and columns of a database. */
export async function readSchema(url: string): Promise<Record<string, unknown>[]> {
  return query(
    url,
    `SELECT conrelid::regclass::text AS part, conname || ' ' || pg_get_constraintdef(oid) AS is
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgenabled::text || pg_get_triggerdef(oid)
     FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT table_name, column_name || ' ' || data_type || ' ' || coalesce(column_default, '')
     FROM information_schema.columns WHERE table_schema = 'public'
     ORDER BY 1, 2`,
  );
}
