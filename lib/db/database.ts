import { createHash } from "node:crypto";
import { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";
import { isDatabaseAway } from "#lib/db/database-away";
import { type Prisma, PrismaClient } from "#lib/db/generated/client";

/** An idle connection is given up before its silence would end it. */
const IDLE_MS = 10_000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
const SILENCE_PARTS = 5;

/** A transaction, or the client itself where no transaction is needed. */
export type Db = Prisma.TransactionClient;

/** How long a connection may take to come about, and a database to say nothing to a query. */
type PoolLimits = { connectMs: number; silenceMs: number };

/**
 * A socket that ends once nothing has come for `silenceMs`, counted in parts: of the time for which
 * this process was frozen (a machine that slept, a paused container) only one part counts, so that what
 * came meanwhile is read first.
 */
function endWhenSilent(socket: Socket, silenceMs: number): Socket {
  const partMs = silenceMs / SILENCE_PARTS;
  let bytesRead = 0;
  let parts = 0;
  return socket.setTimeout(partMs).on("timeout", () => {
    parts = socket.bytesRead === bytesRead ? parts + 1 : 1;
    bytesRead = socket.bytesRead;
    if (parts < SILENCE_PARTS) socket.setTimeout(partMs);
    else socket.destroy(new Error("Connection terminated: the database did not answer in time"));
  });
}

/**
 * A pool whose connections end when the database has said nothing for `silenceMs`: on a connection that
 * leads nowhere any more a query would else wait for a quarter of an hour, and everybody behind it.
 */
export function openPool(url: string | undefined, limits: PoolLimits): pg.Pool {
  const created = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    onConnect: prepareConnection,
    stream: () => endWhenSilent(new Socket(), limits.silenceMs),
  });
  created.on("error", () => undefined);
  return created;
}

/**
 * A connection that breaks is found broken at its next use, and replaced; without a listener it would
 * end the process, for the pool listens to idle ones alone. What a transaction holds is let go of when
 * its process has frozen or its network is gone. Prisma writes and reads times without their zone, the
 * intake path with it: they agree where the connection's zone is UTC, whatever the database's is.
 */
async function prepareConnection(client: pg.ClientBase): Promise<void> {
  client.on("error", () => undefined);
  await client.query("SET idle_in_transaction_session_timeout = '20s'; SET TIME ZONE 'UTC'");
}

/** The one connection pool of this process; Prisma and the intake path share it. */
export function pool(): pg.Pool {
  return processWide("pool", () =>
    openPool(settings().databaseUrl, { connectMs: CONNECT_MS, silenceMs: SILENCE_MS }),
  );
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

const names = new Map<string, string>();

/**
 * A query that each connection plans once: for texts of which there are few, whatever their values.
 */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  { text, values }: Pick<Prisma.Sql, "text" | "values">,
): Promise<Row[]> {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  const { rows } = await client.query<Row>({ name, text, values: [...values] });
  return rows;
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
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release(failure && isDatabaseAway(failure) ? failure : undefined);
  }
}
