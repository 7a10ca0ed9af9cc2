import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { lockFile, waitForFileLock } from "#selfhost/file-lock";
import { findFreePort } from "#selfhost/free-port";
import { StartError } from "#selfhost/lifecycle";
import { type Location, locateCluster, saveRecord } from "#selfhost/postgres/location";
import {
  createCluster,
  DATABASE_USER,
  type Durability,
  launchServer,
  ServerNotStarted,
  stopOrphan,
  stopServer,
} from "#selfhost/postgres/server";

export type EmbeddedDatabase = {
  url: string;
  /** Folder that holds the cluster and its log. */
  directory: string;
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

const LAUNCH_ATTEMPTS = 20;
const LOCK_TIMEOUT_MS = 3000;

/** The reason from the log, in one line. */
function reasonOf(log: string): string {
  const lines = log.split("\n").filter((line) => /FATAL|PANIC|ERROR/.test(line));
  return (lines.at(-1) ?? log.split("\n").at(-1) ?? "").replace(/^.*?(FATAL|PANIC|ERROR):\s*/, "");
}

async function launchOnFreePort(location: Location, durability: Durability) {
  let port = await findFreePort(location.record.port);
  for (let attempt = 1; ; attempt++) {
    try {
      return { port, server: await launchServer(location, port, durability) };
    } catch (error) {
      if (!(error instanceof ServerNotStarted)) throw error;
      const isPortTaken = /could not bind|could not create any TCP/.test(error.message);
      // Backends of a killed server release its memory within moments.
      const isLeaving = /pre-existing shared memory|lock file .* already exists/.test(
        error.message,
      );
      if (attempt === LAUNCH_ATTEMPTS || !(isPortTaken || isLeaving))
        throw new StartError(
          `the database did not start: ${reasonOf(error.message)} (log: ${join(location.directory, "server.log")})`,
        );
      if (isPortTaken) port = await findFreePort();
      else await sleep(500);
    }
  }
}

function serverUrlOf({ record }: Location, port: number): string {
  return `postgresql://${DATABASE_USER}:${record.password}@127.0.0.1:${port}`;
}

async function ensureDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      DATABASE_USER,
    ]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_USER}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts the PostgreSQL cluster of a data folder, and creates it at the first start. Works with and
 * without root, and after any kill of an earlier run. The data folder must exist and be writable.
 *
 * @throws {StartError} when another process uses the same folder, or PostgreSQL can't run
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log: (line: string) => void;
  durability?: Durability;
}): Promise<EmbeddedDatabase> {
  const { log, durability = "full" } = options;
  const dataDir = resolve(options.dataDir);
  const location = await locateCluster(dataDir);
  const lock = await waitForFileLock(join(location.directory, "lock"), LOCK_TIMEOUT_MS);
  if (!lock)
    throw new StartError(`the database in ${location.directory} is in use by another process`);
  try {
    const exists = await access(join(location.clusterDir, "PG_VERSION")).then(
      () => true,
      () => false,
    );
    if (exists) {
      await stopOrphan(location.clusterDir, log);
    } else {
      log("Creating the database (first start)");
      await createCluster(location, durability);
    }
    const { port, server } = await launchOnFreePort(location, durability);
    const ended = new Promise<void>((settle) => {
      if (server.exitCode !== null || server.signalCode !== null) settle();
      else server.once("exit", () => settle());
    });
    const stop = async () => {
      await stopServer(server);
      lock.release();
    };
    try {
      if (port !== location.record.port) await saveRecord(dataDir, { ...location.record, port });
      const serverUrl = serverUrlOf(location, port);
      await ensureDatabase(serverUrl);
      return { url: `${serverUrl}/${DATABASE_USER}`, directory: location.directory, ended, stop };
    } catch (error) {
      await stopServer(server);
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The database of a data folder, for a command: that of the running service, or else started for the
 * command until `stop`.
 *
 * @throws {StartError} when PostgreSQL can't run
 */
export async function openEmbeddedDatabase(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<Pick<EmbeddedDatabase, "url" | "stop">> {
  const location = await locateCluster(resolve(options.dataDir));
  const lock = lockFile(join(location.directory, "lock"));
  if (lock) {
    lock.release();
    return startEmbeddedDatabase(options);
  }
  const { port } = location.record;
  if (port === undefined) throw new StartError("the database is being created; try again shortly");
  const url = `${serverUrlOf(location, port)}/${DATABASE_USER}`;
  return { url, stop: async () => undefined };
}
