import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { isTransactionConflict } from "#lib/adapters/db/connection-error";
import { type Prisma, PrismaClient } from "#lib/adapters/db/generated/client";
import { openPool } from "#lib/adapters/db/open-pool";
import { statementName } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { settings } from "#lib/core/settings/settings";
import { singleton } from "#lib/core/singleton";

const CONNECT_MS = 5_000;
const SILENCE_MS = 15_000;
const TRANSACTION_MS = 15_000;
/** How often a transaction is run if it keeps getting into deadlocks. */
const MAX_TRIES = 3;

/** A transaction, or the client itself if no transaction is needed. */
export type Db = Prisma.TransactionClient;

/** Returns the primary key of a row of the caller's workspace. */
export function byId({ workspaceId }: Pick<Context, "workspaceId">, id: string) {
  return { workspaceId_id: { workspaceId, id } };
}

/** Returns the primary key of a row that a form has at most one of. */
export function byForm({ workspaceId }: Pick<Context, "workspaceId">, formId: string) {
  return { workspaceId_formId: { workspaceId, formId } };
}

/** Returns the arguments that create or update a row that a form has at most one of. */
export function upsertByForm<Values>(ctx: Context, formId: string, values: Values) {
  const create = { workspaceId: ctx.workspaceId, formId, ...values };
  return { where: byForm(ctx, formId), create, update: values };
}

/** Returns the only connection pool of this process; Prisma and the intake path share it. */
export function pool(): pg.Pool {
  return singleton("pool", () => {
    const { databaseUrl, databasePoolMax } = settings();
    const limits = { max: databasePoolMax, connectMs: CONNECT_MS, silenceMs: SILENCE_MS };
    return openPool(databaseUrl, limits);
  });
}

/**
 * Releases the locks of a transaction soon if its process froze or lost its network. It's set in each
 * transaction, because behind a pooler in transaction mode, a session has no owner.
 */
const LIMIT_IDLE = "SET LOCAL idle_in_transaction_session_timeout = '5s'";

export function db(): PrismaClient {
  return singleton("prisma", () => {
    const statementNameGenerator = ({ sql }: { sql: string }) => statementName(sql);
    return new PrismaClient({ adapter: new PrismaPg(pool(), { statementNameGenerator }) });
  });
}

function begin<T>(work: (tx: Db) => Promise<T>, settings: string): Promise<T> {
  const limited = async (tx: Db) => {
    await tx.$executeRawUnsafe(settings);
    return work(tx);
  };
  return db().$transaction(limited, { maxWait: CONNECT_MS, timeout: TRANSACTION_MS });
}

/** Two statements that are sent together. */
const IN_ONE_SNAPSHOT = `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; ${LIMIT_IDLE}`;

/** Reads in one snapshot, so that the results of several queries are consistent. */
export function readTogether<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return begin(work, IN_ONE_SNAPSHOT);
}

/**
 * Runs `work` in one transaction (READ COMMITTED). If PostgreSQL ended it to resolve a deadlock, `work`
 * runs again, so it must change nothing but rows, and call nothing external.
 *
 * @param options - `maxTries`: 1 where the caller itself tries again later
 */
export async function transaction<T>(
  work: (tx: Db) => Promise<T>,
  { maxTries = MAX_TRIES }: { maxTries?: number } = {},
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await begin(work, LIMIT_IDLE);
    } catch (failure) {
      if (tries === maxTries || !isTransactionConflict(failure)) throw failure;
    }
}

/**
 * Locks `name` until the transaction ends.
 *
 * @param options - `isShared`: only those who lock it alone wait
 */
export async function lockInTransaction(
  tx: Db,
  name: string,
  { isShared = false } = {},
): Promise<void> {
  if (isShared)
    await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;
  else await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
