import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type FileLock, lockFile, waitForFileLock } from "#selfhost/file-lock";
import { StartError } from "#selfhost/lifecycle";

const RUNNING_WAIT_MS = 1000;
const STOPPING_WAIT_MS = 15_000;

const Running = z.object({ pid: z.number(), url: z.string() });

/** mkdir's own `recursive` never ends where the kernel rejects new folders (in /proc). */
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

type Log = (line: string) => void;

/** Says how to close a folder to other accounts. We don't: it may be one that others are meant to use. */
async function warnIfOpen(setting: string, folder: string, mode: number, log: Log): Promise<void> {
  if (process.platform === "win32") return;
  const current = (await stat(folder)).mode & 0o777;
  if ((current & ~mode) === 0) return;
  const [is, wanted] = [current.toString(8), mode.toString(8)];
  log(
    `${setting}: other accounts of this machine have access to ${folder} (mode ${is}); run chmod ${wanted} ${folder}`,
  );
}

/**
 * Creates the data folder. Under root, other accounts may enter it (the database runs under its own), but
 * not list it.
 *
 * @param log - gets a line where an existing folder is open to more accounts
 * @throws {StartError} when it isn't writable
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await requireWritable("DATA_DIR", dataDir, mode);
  await warnIfOpen("DATA_DIR", dataDir, mode, log);
}

/**
 * Creates the folder of uploaded files, so that a wrong one is noticed at the start.
 *
 * @param log - gets a line where an existing folder is open to other accounts
 * @throws {StartError} when it isn't writable
 */
export async function openStorageFolder(storageDir: string, log: Log): Promise<void> {
  const folder = resolve(storageDir);
  await requireWritable("STORAGE_DIR", folder, 0o700);
  await warnIfOpen("STORAGE_DIR", folder, 0o700, log);
}

/**
 * Allows one start per data folder. Waits for a start that is just stopping.
 *
 * @throws {StartError} that names the running start
 */
export async function lockDataFolder(dataDir: string, url: string): Promise<FileLock> {
  const lockPath = join(dataDir, "start.lock");
  const notePath = join(dataDir, "running.json");
  const readNote = async () => {
    const text = await readFile(notePath, "utf8").catch(() => "null");
    return Running.nullable().parse(JSON.parse(text));
  };
  let lock = lockFile(lockPath);
  if (!lock) lock = await waitForFileLock(lockPath, RUNNING_WAIT_MS);
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

/** Lets later starts know that this one is about to release the folder. */
export async function announceLeaving(dataDir: string): Promise<void> {
  await rm(join(dataDir, "running.json"), { force: true });
}

/** A secret of the data folder; empty if it has none. */
export async function readSecret(dataDir: string, name: string): Promise<string> {
  return (await readFile(join(dataDir, name), "utf8").catch(() => "")).trim();
}

/** A secret that is created once and stored in the data folder, readable only by its owner. */
export async function loadOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const saved = await readSecret(dataDir, name);
  if (saved) return saved;
  const secret = randomBytes(32).toString("base64url");
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secret;
}
