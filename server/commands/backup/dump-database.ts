import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { readHistory } from "#lib/adapters/db/migrate";
import { keyIdOf } from "#lib/core/secrets";
import type { ArchiveWriter } from "#server/commands/backup/archive";
import { type Manifest, type TableEntry, tablePath } from "#server/commands/backup/manifest";
import { StartError } from "#server/start/lifecycle";

/** Lists the tables and their columns, without extensions' tables, the migrations table, and generated columns. */
const TABLES = `
SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
    AND objid = c.oid AND deptype = 'e')
GROUP BY c.relname ORDER BY c.relname`;

type Table = { name: string; columns: string[] };

const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
SET LOCAL lock_timeout = '60s'`;

const FACTS = `SELECT clock_timestamp() AS at, current_setting('server_version') AS postgres,
  (SELECT sealed_key FROM installation) AS "sealedKey"`;

const OBJECTS = `COPY (SELECT workspace_id || '/' || id FROM objects WHERE status = 'stored') TO STDOUT`;

/** Lists the tables of the database, by name. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(TABLES)).rows;
}

/** Writes names as a list in SQL. */
export function toSqlList(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(", ");
}

/**
 * Begins a transaction that sees a snapshot of the database. The tables are locked before the snapshot,
 * so that no migration is in progress: a table that's rewritten later looks empty to earlier snapshots.
 */
async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  const before = await listTables(client);
  if (before.length === 0)
    throw new StartError("there's nothing to back up: the database has no tables");
  const names = toSqlList(before.map(({ name }) => name));
  await client.query(`${BEGIN}; LOCK TABLE ${names} IN ACCESS SHARE MODE`);
  const tables = await listTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new StartError("a migration has just changed the tables; run the backup again");
  return tables;
}

async function dumpTable(
  client: pg.Client,
  { name, columns }: Table,
  archive: ArchiveWriter,
): Promise<TableEntry> {
  const select = `SELECT ${toSqlList(columns)} FROM ${pg.escapeIdentifier(name)}`;
  const copied = client.query(copyTo(`COPY (${select}) TO STDOUT`));
  await archive.write(tablePath(name), copied, { isCompressed: true });
  // All rows have arrived before PostgreSQL reports their number, and its next response comes after
  // that.
  await client.query("SELECT");
  return { name, columns, rows: copied.rowCount };
}

/**
 * Writes all tables of a database in one snapshot, and the list of its uploaded files. The service
 * can keep running: only migrations wait.
 *
 * @param objectList - the path of the list: one key per line
 * @returns the manifest without its files
 */
export async function dumpDatabase(
  client: pg.Client,
  archive: ArchiveWriter,
  objectList: string,
): Promise<Omit<Manifest, "format" | "files">> {
  const locked = await beginSnapshot(client);
  const { rows } = await client.query<{ at: Date; postgres: string; sealedKey: Buffer | null }>(
    FACTS,
  );
  const [facts] = rows;
  if (!facts) throw new Error("the database didn't describe itself");
  const history = await readHistory(client);
  const tables: TableEntry[] = [];
  for (const table of locked) tables.push(await dumpTable(client, table, archive));
  const list = createWriteStream(objectList, { mode: 0o600 });
  await pipeline(client.query(copyTo(OBJECTS)), list);
  await client.query("COMMIT");
  return {
    createdAt: facts.at.toISOString(),
    postgres: facts.postgres,
    secretKeyId: facts.sealedKey && keyIdOf(facts.sealedKey),
    migrations: history.map(({ name, checksum }) => ({ name, checksum })),
    tables,
  };
}
