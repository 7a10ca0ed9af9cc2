import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, open, readFile, readlink, realpath, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "#selfhost/free-port";
import { StartError } from "#selfhost/lifecycle";
import {
  cleanEnvironment,
  createCluster,
  DATABASE,
  type Durability,
  reasonOf,
} from "#selfhost/postgres/cluster";
import { type Location, locateCluster, saveRecord } from "#selfhost/postgres/location";

export type EmbeddedDatabase = {
  url: string;
  /** Folder that holds the cluster and its log. */
  directory: string;
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

type Options = { dataDir: string; log: (line: string) => void; durability?: Durability };

const LOG_LIMIT_BYTES = 5_000_000;
/** How long a server that lost its service gets to notice, and then to stop. */
const NOTICE_MS = 1_000;
const LEAVING_MS = 30_000;
const STARTING_UP = "57P03";
const UNSAFE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** Runs a server that stops when this process ends, even by SIGKILL: then its input ends too. */
const SUPERVISE = `exec 3<&0
"$0" "$@" 3<&- & server=$!
(read -r _ <&3; kill -INT $server) & watch=$!
wait $server; kill $watch`;

type Server = { pid: number; isStopping: boolean };

/** The server that runs on a cluster. What is recorded may be the number of another program by now. */
async function findServer(clusterDir: string): Promise<Server | undefined> {
  const lockFile = join(clusterDir, "postmaster.pid");
  const lines = (await readFile(lockFile, "utf8").catch(() => "")).split("\n");
  const server = { pid: Number(lines[0]), isStopping: lines[7]?.trim() === "stopping" };
  if (server.pid <= 0) return undefined;
  try {
    if (process.platform !== "linux") return process.kill(server.pid, 0) ? server : undefined;
    const folder = await readlink(`/proc/${server.pid}/cwd`);
    if (folder === (await realpath(clusterDir))) return server;
  } catch {
    // It's gone, or of another account: PostgreSQL ignores the record.
    return undefined;
  }
  await rm(lockFile, { force: true });
  return undefined;
}

async function requireUnused(dataDir: string, clusterDir: string): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    const server = await findServer(clusterDir);
    if (!server || server.isStopping) return;
    if (waited >= NOTICE_MS)
      throw new StartError(
        `DATA_DIR: another start already uses ${dataDir} (its database is process ${server.pid}); stop it, or set DATA_DIR to another folder`,
      );
    await sleep(100);
  }
}

/** Whether the server answers, if only to say what's wrong with the connection. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    (error: unknown) => error instanceof pg.DatabaseError && error.code !== STARTING_UP,
  );
}

/** Starts the server, on loopback only, and returns once it accepts connections, or with its log. */
async function launch(location: Location, url: string, durability: Durability) {
  const file = await open(join(location.directory, "server.log"), "a+", 0o600);
  if ((await file.stat()).size > LOG_LIMIT_BYTES) await file.truncate();
  const { size: position } = await file.stat();
  const configuration = [
    `port=${new URL(url).port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    "timezone=UTC",
    "log_timezone=UTC",
    ...(durability === "none" ? UNSAFE : []),
  ].flatMap((pair) => ["-c", pair]);
  const { postgres } = location.programs;
  // A process group of its own: Ctrl-C reaches only the service, which stops the database last.
  const server = spawn(
    "/bin/sh",
    ["-c", SUPERVISE, postgres, "-D", location.clusterDir, ...configuration],
    {
      ...location.account,
      cwd: "/",
      env: cleanEnvironment(),
      detached: true,
      stdio: ["pipe", file.fd, file.fd],
    },
  );
  let hasEnded = false;
  const ended = once(server, "exit").then(
    () => {
      hasEnded = true;
    },
    () => {
      hasEnded = true;
    },
  );
  const stop = async () => {
    server.stdin?.end();
    await ended;
  };
  while (!(hasEnded || (await answers(url)))) await Promise.race([ended, sleep(20)]);
  const { buffer, bytesRead } = await file.read({ position });
  await file.close();
  const failure = hasEnded ? buffer.toString("utf8", 0, bytesRead) : undefined;
  return { failure, ended, stop };
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
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const { log, durability = "full" } = options;
  const dataDir = resolve(options.dataDir);
  const location = await locateCluster(dataDir);
  const { clusterDir, directory, record } = location;
  const isNew = await access(join(clusterDir, "PG_VERSION")).then(
    () => false,
    () => true,
  );
  if (isNew) {
    log("Creating the database (first start)");
    await createCluster(location, durability);
  }
  const port = await findFreePort(record.port);
  await saveRecord(dataDir, { ...record, port });
  const url = urlOf(record, port);
  for (const deadline = Date.now() + LEAVING_MS; ; await sleep(500)) {
    await requireUnused(dataDir, clusterDir);
    const { failure, ended, stop } = await launch(location, url, durability);
    if (failure === undefined) return { url, directory, ended, stop };
    // The processes of a killed server leave within moments.
    const isLeaving = /pre-existing shared memory|lock file .* already exists/.test(failure);
    if (!isLeaving || Date.now() > deadline)
      throw new StartError(
        `the database did not start: ${reasonOf(failure)} (log: ${join(directory, "server.log")})`,
      );
  }
}

/**
 * The database of a data folder, for a command: that of the running service, or else started for the
 * command until `stop`.
 *
 * @throws {StartError} when PostgreSQL can't run
 */
export async function openEmbeddedDatabase(
  options: Pick<Options, "dataDir" | "log">,
): Promise<Pick<EmbeddedDatabase, "url" | "stop">> {
  const { clusterDir, record } = await locateCluster(resolve(options.dataDir));
  const server = await findServer(clusterDir);
  if (!server || server.isStopping || record.port === undefined)
    return startEmbeddedDatabase(options);
  return { url: urlOf(record, record.port), stop: async () => undefined };
}
