import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFile, waitForFileLock } from "#selfhost/file-lock";
import { findFreePort } from "#selfhost/free-port";
import { StartError } from "#selfhost/lifecycle";
import {
  createCluster,
  DATABASE,
  type Durability,
  reasonOf,
  transferToAppRole,
} from "#selfhost/postgres/cluster";
import { APP_ROLE, type Location, locateCluster, saveRecord } from "#selfhost/postgres/location";
import { launchServer, ServerNotStarted, stopOrphan, stopServer } from "#selfhost/postgres/server";

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

function urlOf({ user, password }: Location["record"], port: number): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/**
 * Starts the PostgreSQL cluster of a data folder, and creates it at the first start. Works with and
 * without root, and after any kill of an earlier run. The data folder must exist and be writable. The URL
 * is that of a role that owns the database and nothing else; no superuser can log in.
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
      if (location.record.user !== APP_ROLE) {
        log("Moving the database to a role without superuser rights");
        await transferToAppRole(location);
      }
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
      const record = { ...location.record, user: APP_ROLE, port };
      if (port !== location.record.port || location.record.user !== APP_ROLE)
        await saveRecord(dataDir, record);
      return { url: urlOf(record, port), directory: location.directory, ended, stop };
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
  return { url: urlOf(location.record, port), stop: async () => undefined };
}
