import { pool } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { singleton } from "#lib/core/singleton";
import { getOutboxLag, MAX_COUNTED_DUE } from "#lib/domain/deliveries/backlog";
import { databaseClock } from "#lib/domain/deliveries/clock";

/** Scrapes and page views within this time share one reading. */
const QUEUES_AGE_MS = 5_000;
/**
 * Cached longer, because reading needs a row per workspace, and the size of every file of the
 * database.
 */
const SIZES_AGE_MS = 60_000;

async function readQueues() {
  const lag = await getOutboxLag((await databaseClock()).now());
  const [row] = await queryRows<{ count: number }>(pool(), { count: "int4" })`
    SELECT count(*)::int AS count FROM (SELECT FROM submissions WHERE NOT search_indexed LIMIT ${MAX_COUNTED_DUE}) b`;
  // At most 10,000.
  return { ...lag, searchBacklog: row?.count ?? 0 };
}

async function readSizes() {
  const [row] = await queryRows<{ storage: number; database: number; version: string }>(pool(), {
    storage: "float8",
    database: "float8",
    version: "text",
  })`
    SELECT coalesce(sum(bytes), 0)::float8 AS storage,
      pg_database_size(current_database())::float8 AS database,
      current_setting('server_version') AS version FROM storage_slots`;
  return {
    storageBytes: row?.storage ?? 0,
    databaseBytes: row?.database ?? 0,
    databaseVersion: row?.version.split(" ")[0] ?? "",
  };
}

type Reading<T> = { at: number; value: Promise<T> };

/**
 * Reads at most once per `maxAgeMs`. A failure is only shared by the calls that wait for it.
 *
 * @param name - where the reading is kept, see {@link singleton}
 */
function reuse<T>(name: string, maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  const kept = () => singleton<{ reading: Reading<T> | null }>(name, () => ({ reading: null }));
  return () => {
    const now = performance.now();
    const { reading } = kept();
    if (reading && now - reading.at < maxAgeMs) return reading.value;
    const value = read();
    kept().reading = { at: now, value };
    value.catch(() => {
      kept().reading = null;
    });
    return value;
  };
}

/** Counts waiting work, over all workspaces. At most 5 seconds old. */
export const getQueues = reuse("queues", QUEUES_AGE_MS, readQueues);

/** Counts stored data, over all workspaces. At most a minute old. */
export const getSizes = reuse("sizes", SIZES_AGE_MS, readSizes);
