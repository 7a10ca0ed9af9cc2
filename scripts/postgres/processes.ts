import { execFile } from "node:child_process";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { StartError } from "#scripts/start-error";

const run = promisify(execFile);

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

/** First line of `postmaster.pid`, and its status once the server has written one. */
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
 * Ends a server that an earlier, killed start left behind on this cluster. The caller holds the
 * cluster's lock, so nobody is using it. A recorded process that is not PostgreSQL on this very
 * folder has only inherited the number: it is left alone and the record removed.
 */
export async function stopOrphan(clusterDir: string, log: (line: string) => void): Promise<void> {
  const recorded = await readPostmaster(clusterDir);
  if (!recorded) return;
  if (!(await servesCluster(recorded.pid, clusterDir))) {
    await rm(join(clusterDir, "postmaster.pid"), { force: true });
    return;
  }
  log("Stopping the database that an interrupted run left behind");
  for (const [signal, timeoutMs] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    process.kill(recorded.pid, signal);
    if (await waitUntilGone(recorded.pid, timeoutMs)) return;
  }
  throw new StartError(
    `the database left behind by an earlier run (process ${recorded.pid}) does not stop`,
  );
}
