import { DatabaseSync } from "node:sqlite";

export type FileLock = { release(): void };

/**
 * Takes an exclusive lock on a file, or answers null when another process holds it.
 *
 * SQLite's own lock is the kernel's: it ends with the process that holds it, however that one dies,
 * so there is never a stale lock to judge.
 */
export function lockFile(path: string): FileLock | null {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === 5) return null;
    throw error;
  }
  return { release: () => database.close() };
}

/** Like {@link lockFile}, but asks again until `timeoutMs` have passed. */
export async function waitForFileLock(path: string, timeoutMs: number): Promise<FileLock | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const lock = lockFile(path);
    if (lock || Date.now() >= deadline) return lock;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
