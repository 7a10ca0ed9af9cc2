import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockFile, waitForFileLock } from "#selfhost/file-lock";
import { StartError } from "#selfhost/lifecycle";

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** Loads this checkout's `.env`, for what the environment doesn't set. */
export function loadEnvFile(): void {
  const path = join(ROOT, ".env");
  if (existsSync(path)) process.loadEnvFile(path);
}

const STATE_DIR = join(ROOT, "node_modules/.form-intake");
const LOCK_TIMEOUT_MS = 600_000;

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, path), { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  const below = entries
    .filter((entry) => entry.name !== "generated" && !entry.name.startsWith("."))
    .map((entry) => listFiles(join(path, entry.name)));
  return (await Promise.all(below)).flat();
}

/** One hash over the contents of files and folders of the checkout; missing ones count as empty. */
export async function hashSources(paths: string[]): Promise<string> {
  const files = (await Promise.all(paths.map(listFiles))).flat().sort();
  const hash = createHash("sha256");
  for (const file of files) {
    const content = await readFile(join(ROOT, file)).catch(() => Buffer.alloc(0));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Runs a build step unless its stamp says that these sources are built. Of several starts from one
 * checkout one builds; the others wait and find the stamp.
 */
export async function buildIfChanged(
  options: { stampPath: string; sources: string[]; log: (line: string) => void },
  work: () => Promise<void>,
): Promise<void> {
  const { stampPath, sources, log } = options;
  const stamp = join(ROOT, stampPath);
  const isDone = async () =>
    (await readFile(stamp, "utf8").catch(() => "")) === (await hashSources(sources));
  if (await isDone()) return;
  await mkdir(STATE_DIR, { recursive: true });
  const lockPath = join(STATE_DIR, `${stampPath.replaceAll(/[^a-z]+/g, "-")}.lock`);
  let lock = lockFile(lockPath);
  if (!lock) {
    log("Waiting for another start from this checkout to finish its build");
    lock = await waitForFileLock(lockPath, LOCK_TIMEOUT_MS);
  }
  if (!lock)
    throw new StartError("another start from this checkout has been building for 10 minutes");
  try {
    if (await isDone()) return;
    const hash = await hashSources(sources);
    await rm(stamp, { force: true });
    await work();
    await mkdir(dirname(stamp), { recursive: true });
    await writeFile(stamp, hash);
  } finally {
    lock.release();
  }
}
