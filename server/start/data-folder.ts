import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StartError } from "#server/start/lifecycle";

const OUR_FILES = new Set(["cron-secret", "postgres-password", "secret-key"]);

async function requireWritable(setting: string, folder: string, mode: number): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true, mode });
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new StartError(`${setting}: no write access to ${folder}${code}`);
  }
}

type Log = (line: string) => void;

/** Explains how to restrict access to a folder that may be shared with other accounts on purpose. */
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
 * Closes a folder to other accounts if it's empty or ours, because it could be `/tmp` or `/srv`
 * itself.
 */
async function closeOwn(folder: string, mode: number): Promise<void> {
  const entries = await readdir(folder);
  const isOurs = entries.length === 0 || entries.some((name) => OUR_FILES.has(name));
  if (isOurs && ((await stat(folder)).mode & 0o777 & ~mode) !== 0) await chmod(folder, mode);
}

/**
 * Creates the data folder, and closes it to other accounts. Under root, they may enter it (the database
 * runs under its own account), but not list it.
 *
 * @param log - gets a line where the folder has other things in it and is open to more accounts
 * @throws {StartError} when it isn't writable
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await requireWritable("DATA_DIR", dataDir, mode);
  // Only the folder's owner can change its mode. For anyone else, the warning shows the command.
  await closeOwn(dataDir, mode).catch(() => undefined);
  await warnIfOpen("DATA_DIR", dataDir, mode, log);
}

/**
 * Creates the folder of uploaded files, so that a wrong one is noticed at startup.
 *
 * @param log - gets a line where an existing folder is open to other accounts
 * @throws {StartError} when it isn't writable
 */
export async function openStorageFolder(storageDir: string, log: Log): Promise<void> {
  const folder = resolve(storageDir);
  await requireWritable("STORAGE_DIR", folder, 0o700);
  await warnIfOpen("STORAGE_DIR", folder, 0o700, log);
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
  const fresh = `${path}.${randomUUID()}`;
  const secret = randomBytes(32).toString("base64url");
  await writeFile(fresh, `${secret}\n`, { mode: 0o600, flush: true });
  // If two processes start at the same time, the first one's secret is kept.
  await link(fresh, path).catch(async (error: unknown) => {
    if (!(await readSecret(dataDir, name))) throw error;
  });
  await rm(fresh);
  return readSecret(dataDir, name);
}
