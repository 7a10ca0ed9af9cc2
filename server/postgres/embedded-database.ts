import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, readlink, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";
import {
  APP_ROLE,
  createCluster,
  DATABASE,
  findPackage,
  type Location,
  lastErrorOf,
  locateCluster,
  requireSameMajor,
  runOptions,
} from "#server/postgres/cluster";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { StartError } from "#server/start/lifecycle";

type Options = { dataDir: string; log: (line: string) => void; port?: number };

const LOG_LIMIT_BYTES = 5_000_000;
/** The time the server of a killed start gets to notice, and then to stop. */
const NOTICE_MS = 1_000;
const LEAVING_MS = 30_000;
const IS_LEAVING = /pre-existing shared memory|lock file .* already exists|is locked by/;

/**
 * Runs a server that stops when this process ends, even by SIGKILL: then its input ends too. PostgreSQL
 * doesn't notice a server of another container on the same volume, so this lock does, where there's flock.
 */
const SUPERVISE = `lock=$1; shift; exec 3<&0
if command -v flock >/dev/null; then
  exec 9>>"$lock"; flock -w 1 9 || { echo "FATAL:  $lock is locked by another server" >&2; exit 1; }
fi
"$0" "$@" 3<&- & server=$!
(read -r _ <&3; kill -INT $server) & watch=$!
wait $server; kill $watch`;

/**
 * Finds the server that runs on a cluster. The recorded process ID may belong to another program by
 * now.
 */
async function findServer({ clusterDir, password }: Location) {
  const lockFile = join(clusterDir, "postmaster.pid");
  try {
    const lines = (await readFile(lockFile, "utf8")).split("\n");
    const [pid, , , port, , , , status] = lines.map((line) => line.trim());
    if (process.platform !== "linux") process.kill(Number(pid), 0);
    else if ((await readlink(`/proc/${pid}/cwd`)) !== clusterDir)
      return await rm(lockFile, { force: true });
    const url = `postgresql://${APP_ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
    return { pid, status, url };
  } catch {
    // The server doesn't exist (anymore), or belongs to another account: PostgreSQL ignores the
    // record.
    return undefined;
  }
}

/** Starts the server, on loopback only, and returns once it accepts connections. */
async function launch(location: Location, port: number) {
  const { clusterDir, directory, programs } = location;
  const path = join(directory, "server.log");
  await using file = await open(path, "a+", 0o600);
  if ((await file.stat()).size > LOG_LIMIT_BYTES) await file.truncate();
  const { size: position } = await file.stat();
  const flags = ["-D", clusterDir, "-h", "127.0.0.1", "-k", "", "-p", `${port}`];
  // Started in its own process group, so that Ctrl-C reaches only the service, which stops the
  // database last.
  const command = [SUPERVISE, join(programs, "postgres"), join(directory, "lock"), ...flags];
  const child = spawn("/bin/sh", ["-c", ...command], {
    ...runOptions(location),
    detached: true,
    stdio: ["pipe", file.fd, file.fd],
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.stdin?.end();
    await ended;
  };
  while (!(await Promise.race([ended, sleep(20)]))) {
    const server = await findServer(location);
    if (server?.status === "ready") return { url: server.url, directory, ended, stop };
  }
  const { buffer, bytesRead } = await file.read({ position });
  const reason = lastErrorOf(buffer.toString("utf8", 0, bytesRead));
  throw new StartError(`the database didn't start: ${reason} (log: ${path})`);
}

/**
 * The running database. Its folder has the cluster and its log. `ended` settles when the server
 * does.
 */
export type EmbeddedDatabase = Awaited<ReturnType<typeof launch>>;

/**
 * Starts the PostgreSQL cluster of a data folder, which exists, and creates it at the first start. Works
 * with and without root, and after any kill of an earlier run.
 *
 * @param options.port - by default a free one
 * @throws {StartError} when another process uses the same folder, or PostgreSQL can't run
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const location = await locateCluster(dataDir);
  if (!(await stat(location.clusterDir).catch(() => undefined))) {
    options.log("Creating the database (first start)");
    await createCluster(location);
  }
  await requireSameMajor(location);
  for (const startedAt = Date.now(); ; await sleep(100)) {
    const waitedMs = Date.now() - startedAt;
    const server = await findServer(location);
    if (server && waitedMs > (server.status === "stopping" ? LEAVING_MS : NOTICE_MS))
      throw new StartError(
        `DATA_DIR: another process is using ${dataDir} (its database is process ${server.pid}); stop it, or set DATA_DIR to another folder`,
      );
    try {
      if (!server) return await launch(location, options.port ?? (await findFreePort()));
    } catch (error) {
      // The processes of a killed server end within moments.
      if (!IS_LEAVING.test(String(error)) || waitedMs > LEAVING_MS) throw error;
    }
  }
}

/**
 * Runs a command's work on the configured database: an operator's own, or else the embedded one, which is
 * started for it unless the service is running.
 *
 * @param ownUrl - the setting to use
 * @throws {SettingsError} if it's empty, and there is no embedded database
 */
export async function withDatabase<T>(
  ownUrl: string | undefined,
  given: Pick<Settings, "dataDir">,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (ownUrl) return work(ownUrl);
  if (!findPackage())
    throw new SettingsError("DATABASE_URL is missing; set it to the PostgreSQL database to use");
  const dataDir = resolve(ROOT, given.dataDir);
  const server = await findServer(await locateCluster(dataDir));
  if (server?.status === "ready") return work(server.url);
  const database = await startEmbeddedDatabase({ dataDir, log: console.log });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}
