import { type ChildProcess, execFile, spawn } from "node:child_process";
import { open, readFile, readlink, realpath, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { StartError } from "#selfhost/lifecycle";
import { cleanEnvironment, type Durability } from "#selfhost/postgres/cluster";
import type { Location } from "#selfhost/postgres/location";

const run = promisify(execFile);
const READY_TIMEOUT_MS = 300_000;
const LOG_LIMIT_BYTES = 5_000_000;

/** The server ended during its start; the message is its log. */
export class ServerNotStarted extends Error {
  override name = "ServerNotStarted";
}

async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  const file = await open(path, size > LOG_LIMIT_BYTES ? "w" : "a", 0o600);
  return { file, offset: size > LOG_LIMIT_BYTES ? 0 : size };
}

/** Starts the server, on loopback only, and returns once it accepts connections. */
export async function launchServer(
  location: Location,
  port: number,
  durability: Durability,
): Promise<ChildProcess> {
  const logPath = join(location.directory, "server.log");
  const { file, offset } = await openLog(logPath);
  const unsafe = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const configuration = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    "timezone=UTC",
    "log_timezone=UTC",
    ...(durability === "none" ? unsafe : []),
  ];
  // A process group of its own: Ctrl-C reaches only the service, which stops the database last.
  const server = spawn(
    location.programs.postgres,
    ["-D", location.clusterDir, ...configuration.flatMap((pair) => ["-c", pair])],
    {
      ...location.account,
      cwd: "/",
      env: cleanEnvironment(),
      detached: true,
      stdio: ["ignore", file.fd, file.fd],
    },
  );
  const ended = new Promise<never>((_resolve, reject) => {
    server.once("error", (error) => reject(new ServerNotStarted(error.message)));
    server.once("exit", async () => {
      const written = await readFile(logPath).catch(() => Buffer.alloc(0));
      reject(new ServerNotStarted(written.subarray(offset).toString("utf8").trim()));
    });
  });
  ended.catch(() => undefined);
  await file.close();
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const state = await Promise.race([readPostmaster(location.clusterDir), ended]);
    if (state?.pid === server.pid && state?.isReady) return server;
    await Promise.race([sleep(20), ended]);
  }
  server.kill("SIGQUIT");
  throw new StartError("the database did not become ready within 5 minutes");
}

/** Stops the server: ends sessions and writes a checkpoint, or after 30 s without one. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  const forced = setTimeout(() => server.kill("SIGQUIT"), 30_000);
  await exited;
  clearTimeout(forced);
}

/** Whether a process with this id runs (a zombie does not). */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return !/\) [ZX] /.test(status);
}

async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  const cluster = await realpath(clusterDir);
  if (process.platform === "linux") {
    const [cwd, program] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => ""),
      readlink(`/proc/${pid}/exe`).catch(() => ""),
    ]);
    return cwd === cluster && basename(program).startsWith("postgres");
  }
  const listed = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return listed.stdout.includes("postgres") && listed.stdout.includes(clusterDir);
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (await isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

/** The process in `postmaster.pid`, and whether the server is ready. */
export async function readPostmaster(
  clusterDir: string,
): Promise<{ pid: number; isReady: boolean } | undefined> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, isReady: lines[7]?.trim() === "ready" };
}

/**
 * Stops a server that a killed start left behind on this cluster. The caller holds the cluster's lock, so
 * nothing uses it. A recorded process that isn't PostgreSQL on this folder has only inherited the number:
 * the record is removed instead.
 */
export async function stopOrphan(clusterDir: string, log: (line: string) => void): Promise<void> {
  const recorded = await readPostmaster(clusterDir);
  if (!recorded) return;
  if (!(await servesCluster(recorded.pid, clusterDir))) {
    await rm(join(clusterDir, "postmaster.pid"), { force: true });
    return;
  }
  log("Stopping the database that an interrupted start left behind");
  for (const [signal, timeoutMs] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    process.kill(recorded.pid, signal);
    if (await waitUntilGone(recorded.pid, timeoutMs)) return;
  }
  throw new StartError(
    `the database left behind by an earlier start (process ${recorded.pid}) does not stop`,
  );
}
