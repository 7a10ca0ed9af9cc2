import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A new data folder that other accounts can traverse, so the database is stored in it. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "form-intake-data-"));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** The folder of the database cluster: elsewhere if its account can't access the data folder. */
async function findClusterDir(dataDir: string): Promise<string> {
  const record = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  return resolve(dataDir, record.directory, "cluster");
}

/** The process ID of a data folder's database, running or killed. */
export async function databasePid(dataDir: string): Promise<number | undefined> {
  const path = join(await findClusterDir(dataDir), "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number(text.split("\n")[0]);
}

/** Removes a stopped service's data, including a database stored elsewhere. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const clusterDir = await findClusterDir(dataDir).catch(() => undefined);
  if (clusterDir) await rm(join(clusterDir, ".."), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Whether a process with this ID runs (a zombie does not). */
export async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return status !== undefined && !/\) [ZX] /.test(status);
}
