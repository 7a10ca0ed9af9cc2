import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";
import { isConnectionError } from "#lib/db/connection-error";
import { type Prisma, PrismaClient } from "#lib/db/generated/client";
import { openPool } from "#lib/db/open-pool";

const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;

/** A transaction, or the client itself where no transaction is needed. */
export type Db = Prisma.TransactionClient;

/** The one connection pool of this process; Prisma and the intake path share it. */
export function pool(): pg.Pool {
  return processWide("pool", () => {
    const { databaseUrl, databasePoolMax } = settings();
    const limits = { max: databasePoolMax, connectMs: CONNECT_MS, silenceMs: SILENCE_MS };
    return openPool(databaseUrl, limits);
  });
}

/**
 * Locks of a transaction whose process froze, or whose network is gone, are released after this time.
 * Set in each transaction: a session belongs to no one behind a pooler in transaction mode.
 */
const LIMIT_IDLE_TRANSACTION = "SET LOCAL idle_in_transaction_session_timeout = '20s'";

/** Prisma's own transactions have the limit too. */
class AdapterFactory extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const tx = await start(isolationLevel);
      const run = (sql: string) => tx.executeRaw({ sql, args: [], argTypes: [] });
      try {
        await run(LIMIT_IDLE_TRANSACTION);
        return tx;
      } catch (failure) {
        await run("ROLLBACK").catch(() => undefined);
        await tx.rollback();
        throw failure;
      }
    };
    return adapter;
  }
}

export function db(): PrismaClient {
  return processWide("prisma", () => new PrismaClient({ adapter: new AdapterFactory(pool()) }));
}

/** Runs `work` in one transaction (READ COMMITTED); nothing external may be called inside. */
export function transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return db().$transaction(work, { maxWait: 10_000, timeout: 15_000 });
}

/** Takes a lock that lasts until the transaction ends; same `name`, one at a time. */
export async function lockInTransaction(tx: Db, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/**
 * Runs `work` on one connection whose statements all see the database as it was at the first of them.
 * What it writes is kept unless it throws; a row that somebody else changed meanwhile makes it throw
 * (SQLSTATE 40001).
 */
export async function inSnapshot<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let failure: Error | undefined;
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${LIMIT_IDLE_TRANSACTION}`);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release(failure && isConnectionError(failure) ? failure : undefined);
  }
}
