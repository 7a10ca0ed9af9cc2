import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";
import { type Prisma, PrismaClient } from "#lib/db/generated/client";

export type { Prisma } from "#lib/db/generated/client";
/** A transaction, or the client itself where no transaction is needed. */
export type Db = Prisma.TransactionClient;

/** The one connection pool of this process; Prisma and the intake path share it. */
export function pool(): pg.Pool {
  return processWide("pool", () => {
    const created = new pg.Pool({
      connectionString: settings().databaseUrl,
      max: 16,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
    });
    // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
    created.on("error", () => undefined);
    return created;
  });
}

export function db(): PrismaClient {
  return processWide("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/** Runs `work` in one transaction (READ COMMITTED); nothing external may be called inside. */
export function transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return db().$transaction(work, { maxWait: 10_000, timeout: 15_000 });
}

/** Takes a lock that lasts until the transaction ends; same `name`, one at a time. */
export async function lockInTransaction(tx: Db, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
