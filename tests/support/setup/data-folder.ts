import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new data folder that other accounts can traverse, so the database is stored in it. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "form-intake-data-"));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** The process ID of a data folder's database, running or killed. */
export async function databasePid(dataDir: string): Promise<number | undefined> {
  const path = join(dataDir, "postgres/cluster/postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number(text.split("\n")[0]);
}

/** Removes a stopped service's data, including a database stored elsewhere. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const directory = await realpath(join(dataDir, "postgres")).catch(() => undefined);
  if (directory) await rm(directory, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns whether a process with this ID runs (a zombie doesn't). */
export async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return status !== undefined && !/\) [ZX] /.test(status);
}
