import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type FileLock, lockFile, waitForFileLock } from "#selfhost/file-lock";
import { StartError } from "#selfhost/lifecycle";

const ANSWERING_WAIT_MS = 1000;
const STOPPING_WAIT_MS = 15_000;

const Running = z.object({ pid: z.number(), url: z.string() });

/** Not mkdir's own `recursive`, which never ends where the kernel refuses new folders (in /proc). */
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== "ENOENT" || (await stat(parent).catch(() => undefined))) throw error;
    await makeFolder(parent, mode);
    await mkdir(path, mode);
  }
}

async function requireWritable(setting: string, folder: string, mode: number): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    await makeFolder(folder, mode);
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new StartError(`${setting}: no write access to ${folder}${code}`);
  }
}

/**
 * Makes the data folder. For root it may be passed through by others (the database runs under an
 * account of its own); what lies in it may not be read.
 *
 * @throws {StartError} when it cannot be written
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  await requireWritable("DATA_DIR", dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * Makes the folder of uploaded files: better no start than visitors who find out.
 *
 * @throws {StartError} when it cannot be written
 */
export async function openStorageFolder(storageDir: string): Promise<void> {
  await requireWritable("STORAGE_DIR", resolve(storageDir), 0o700);
}

/**
 * One start per data folder. A start that is just ending is waited for.
 *
 * @throws {StartError} that names the start that is there
 */
export async function lockDataFolder(dataDir: string, url: string): Promise<FileLock> {
  const lockPath = join(dataDir, "start.lock");
  const notePath = join(dataDir, "running.json");
  const readNote = async () => {
    const text = await readFile(notePath, "utf8").catch(() => "null");
    return Running.nullable().parse(JSON.parse(text));
  };
  let lock = lockFile(lockPath);
  if (!lock) lock = await waitForFileLock(lockPath, ANSWERING_WAIT_MS);
  if (!lock && !(await readNote())) lock = await waitForFileLock(lockPath, STOPPING_WAIT_MS);
  if (!lock) {
    const other = await readNote();
    const who = other ? ` (process ${other.pid}, ${other.url})` : "";
    throw new StartError(
      `DATA_DIR: another start already uses ${dataDir}${who}; stop it, or set DATA_DIR to another folder`,
    );
  }
  await writeFile(notePath, JSON.stringify({ pid: process.pid, url }));
  return lock;
}

/** Tells later starts that this one is about to leave the folder. */
export async function announceLeaving(dataDir: string): Promise<void> {
  await rm(join(dataDir, "running.json"), { force: true });
}

/** A secret that is made once and kept in the data folder, readable by its owner alone. */
export async function keepSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const kept = (await readFile(path, "utf8").catch(() => "")).trim();
  if (kept) return kept;
  const secret = randomBytes(32).toString("base64url");
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secret;
}
