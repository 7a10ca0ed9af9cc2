import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  applyInTransaction,
  type Migration,
  readHistory,
  readMigrations,
} from "#lib/adapters/db/migrate";
import { release } from "#lib/core/settings/settings";
import { holdRestoredEmails } from "#lib/domain/deliveries/hold-restored";
import { listTables, toSqlList } from "#server/commands/backup/dump-database";
import { type Manifest, type TableEntry, tablePath } from "#server/commands/backup/manifest";
import { limitRows, openFile } from "#server/commands/backup/open-file";
import { StartError } from "#server/start/lifecycle";

/** Far more than any row of the service. PostgreSQL needs several times that for a row. */
const MAX_ROW_BYTES = 64_000_000;

export type RestoreJob = {
  folder: string;
  manifest: Manifest;
  log: (line: string) => void;
  signal: AbortSignal;
  /** The project's migrations by default. */
  migrations?: Migration[] | undefined;
};

/**
 * Disabled while loading: foreign keys would be checked row by row, GIN indexes filled row by row, and triggers would
 * count rows that are already counted.
 */
const RULES = `
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS suspend,
  format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
    pg_get_constraintdef(oid)) AS resume
FROM pg_constraint
WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
UNION ALL
SELECT format('DROP INDEX %s', i.oid::regclass), replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ')
FROM pg_class i JOIN pg_am a ON a.oid = i.relam
WHERE a.amname = 'gin' AND NOT i.relispartition AND i.relnamespace = current_schema()::regnamespace
UNION ALL
SELECT DISTINCT format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
  format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE NOT tgisinternal AND tgparentid = 0 AND c.relnamespace = current_schema()::regnamespace`;

/**
 * Splits the project's migrations into those that the backup has, and later ones.
 *
 * @throws {StartError} if the backup has one that this version doesn't have, or another version of one
 */
export async function splitMigrations(
  { migrations: before }: Manifest,
  migrations?: Migration[],
): Promise<{ first: Migration[]; later: Migration[] }> {
  const own = migrations ?? (await readMigrations());
  const recorded = new Map(before.map(({ name, checksum }) => [name, checksum]));
  const unknown = before.find(({ name }) => !own.some((one) => one.name === name));
  if (unknown)
    throw new StartError(
      `a later version of the service made the backup: ${release().version} doesn't have its migration ${unknown.name}. Restore it with the version that made it, or a later one`,
    );
  const edited = own.find((one) => (recorded.get(one.name) ?? one.checksum) !== one.checksum);
  if (edited)
    throw new StartError(
      `an unreleased build of the service made the backup: its migration ${edited.name} isn't the one of ${release().version}. Restore it with that build`,
    );
  const isFirst = ({ name }: Migration) => recorded.has(name);
  return { first: own.filter(isFirst), later: own.filter((one) => !isFirst(one)) };
}

/**
 * Checks that nothing can be overwritten or mixed.
 *
 * @throws {StartError} if a table has rows, or a migration that the backup lacks was applied
 */
export async function requireEmpty(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const isEmptyOf = async ({ name }: { name: string }) => {
    const found = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    return found.rowCount === 0;
  };
  for (const table of await listTables(client))
    if (!(await isEmptyOf(table)))
      throw new StartError(
        `the database isn't empty: the table ${table.name} has rows; restore into a new database, or another DATA_DIR`,
      );
  const names = new Set(migrations.map(({ name }) => name));
  const extra = (await readHistory(client)).find(({ name }) => !names.has(name));
  if (extra)
    throw new StartError(
      `the database already has the migration ${extra.name}, which the backup doesn't; restore into a database without tables`,
    );
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows }: TableEntry,
  { folder, signal }: RestoreJob,
): Promise<void> {
  const table = pg.escapeIdentifier(name);
  await using file = await openFile(folder, tablePath(name));
  await pipeline(
    file.createReadStream(),
    createZstdDecompress(),
    limitRows(tablePath(name), MAX_ROW_BYTES),
    client.query(copyFrom(`COPY ${table} (${toSqlList(columns)}) FROM STDIN`)),
    { signal },
  );
  const found = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  const count = found.rows[0]?.count;
  if (count !== String(rows))
    throw new StartError(`the backup is damaged: ${name} has ${count} rows instead of ${rows}`);
}

async function loadTables(client: pg.Client, restoring: RestoreJob): Promise<void> {
  const { manifest, log } = restoring;
  const known = new Set((await listTables(client)).map(({ name }) => name));
  for (const table of manifest.tables)
    if (known.delete(table.name)) await loadTable(client, table, restoring);
    else log(`The table ${table.name} isn't one of the service's; it's left out`);
  const [lacking] = known;
  if (lacking) throw new StartError(`the backup is damaged: it lacks the table ${lacking}`);
}

/** Creates the tables of some migrations and fills them with a backup's rows, in the caller's transaction. */
export async function fillTables(
  client: pg.Client,
  migrations: Migration[],
  restoring: RestoreJob,
): Promise<void> {
  await applyInTransaction(client, migrations);
  const rules = await client.query<{ suspend: string; resume: string }>(RULES);
  for (const { suspend } of rules.rows) await client.query(suspend);
  await loadTables(client, restoring);
  for (const { resume } of rules.rows) await client.query(resume);
}

/**
 * Fills an empty database in one transaction: with the migrations of the backup, its rows, and the
 * later migrations. After a failure, the database is unchanged.
 *
 * @throws {StartError} if the database isn't empty, or doesn't have the backup's counts in the end
 */
export async function loadDatabase(client: pg.Client, restoring: RestoreJob): Promise<void> {
  const { manifest } = restoring;
  const { first, later } = await splitMigrations(manifest, restoring.migrations);
  await client.query("BEGIN; SET LOCAL statement_timeout = 0");
  await requireEmpty(client, manifest);
  await fillTables(client, first, restoring);
  await applyInTransaction(client, later);
  await holdRestoredEmails(client, new Date(manifest.createdAt));
  await client.query("COMMIT");
  // The planner has no statistics about the new rows yet.
  await client.query("ANALYZE");
}
