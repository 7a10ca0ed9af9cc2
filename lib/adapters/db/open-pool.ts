import { Socket } from "node:net";
import pg from "pg";

/** Idle connections are closed before the silence limit would end them. */
const IDLE_MS = 10_000;
const SILENCE_PARTS = 5;
// SQLSTATEs.
const READ_ONLY = "25006";
const TOO_MANY_CONNECTIONS = "53300";
/** How long a pool keeps the size that the database allowed. */
const SHARING_MS = 10_000;
/**
 * The maximum number of requests that may wait for a connection, as in a burst on a small pool. None waits
 * longer than `connectMs`.
 */
const MAX_WAITING = 1_024;

declare module "pg" {
  interface ClientBase {
    /** The parameters of the startup message; missing in the published types. */
    getStartupConf(): Record<string, string>;
  }
}

/**
 * Removes values from PostgreSQL's errors, which repeat whole rows that must not be logged:
 * "Failing row contains (…)".
 */
function removeValues(error: pg.DatabaseError): void {
  if (error.detail) error.detail = error.detail.replace(/(=|contains )\(.*\)/s, "$1(…)");
}

/**
 * A connection with the time zone UTC, regardless of the database's default, because Prisma writes
 * and reads times without their zone. It's requested at startup, which pgbouncer remembers for each
 * client even in transaction mode; a `SET` would affect the connection's next client.
 */
export class UtcClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.connection.on("errorMessage", removeValues);
  }

  override getStartupConf() {
    return { ...super.getStartupConf(), TimeZone: "UTC" };
  }
}

/** The number of connections, and how long one may take to open or to respond to a query. */
type PoolLimits = { max: number; connectMs: number; silenceMs: number };
type OnConnected = Parameters<typeof pg.Pool.prototype.connect>[0];

/**
 * A pool that shrinks if the database allows no more connections: for a while, requests share the open
 * ones. A page reads in parallel, and would otherwise fail as a whole.
 */
class SharingPool extends pg.Pool {
  private readonly size = this.options.max;
  /**
   * The number of connections that the database has accepted; `totalCount` includes those that it
   * may reject.
   */
  private openCount = 0;
  private growing: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on("connect", () => {
      this.openCount += 1;
    });
    this.on("remove", () => {
      this.openCount -= 1;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    const connecting = this.connectOrShare();
    if (!onConnected) return connecting;
    connecting.then(
      (client) => onConnected(undefined, client, client.release),
      (failure) => onConnected(failure, undefined, () => undefined),
    );
  }

  private async connectOrShare(): Promise<pg.PoolClient> {
    if (this.waitingCount >= MAX_WAITING)
      throw new Error("Connection rejected: too many requests are waiting for the database");
    try {
      return await super.connect();
    } catch (failure) {
      const isFull = failure instanceof pg.DatabaseError && failure.code === TOO_MANY_CONNECTIONS;
      if (!isFull || this.openCount === 0) throw failure;
      this.options.max = this.openCount;
      this.growing ??= setTimeout(() => this.grow(), SHARING_MS).unref();
      return this.connectOrShare();
    }
  }

  private grow(): void {
    this.growing = undefined;
    this.options.max = this.size;
  }
}

/**
 * Closes a socket that has received nothing for `silenceMs`, measured in intervals. If this process was
 * frozen (a sleeping machine, a paused container), that time counts as a single interval, so data that
 * arrived in the meantime is read first.
 */
function endWhenSilent(socket: Socket, silenceMs: number): Socket {
  const partMs = silenceMs / SILENCE_PARTS;
  let bytesRead = 0;
  let parts = 0;
  return socket.setTimeout(partMs).on("timeout", () => {
    parts = socket.bytesRead === bytesRead ? parts + 1 : 1;
    bytesRead = socket.bytesRead;
    if (parts < SILENCE_PARTS) socket.setTimeout(partMs);
    else socket.destroy(new Error("Connection terminated: the database didn't respond in time"));
  });
}

/**
 * Opens a pool whose connections end when the database has been silent for `silenceMs`, because it's
 * frozen or the network drops everything. A query would otherwise wait for a quarter of an hour.
 */
export function openPool(url: string | undefined, limits: PoolLimits): pg.Pool {
  const created = new SharingPool({
    connectionString: url,
    max: limits.max,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    Client: UtcClient,
    onConnect: checkConnection,
    stream: () => endWhenSilent(new Socket(), limits.silenceMs),
  });
  created.on("error", () => undefined);
  return created;
}

/**
 * Checks a new connection. Its listener keeps a broken connection from ending the process, because the
 * pool only listens to idle ones; the connection is replaced at its next use. A pooler that ignores the
 * requested time zone must lead to a database in UTC. A replica is rejected: after a failover, a
 * hostname may lead to one for a while, and a connection that is always in use would stay with it.
 */
async function checkConnection(client: pg.ClientBase): Promise<void> {
  client.on("error", () => undefined);
  const { rows } = await client.query<{ zone: string; isReplica: boolean }>(
    `SELECT current_setting('TimeZone') AS zone, pg_is_in_recovery() AS "isReplica"`,
  );
  const { zone = "", isReplica = false } = rows[0] ?? {};
  if (!/^(Etc\/)?(UTC|GMT)$/i.test(zone))
    throw new Error(
      `DATABASE_URL: the time zone is ${zone}, and the connection pooler doesn't let us set it; run ALTER DATABASE … SET timezone TO 'UTC' and restart the pooler`,
    );
  if (isReplica)
    throw Object.assign(new Error("DATABASE_URL leads to a replica, which accepts no writes"), {
      code: READ_ONLY,
    });
}
