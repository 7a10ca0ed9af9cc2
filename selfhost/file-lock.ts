import { DatabaseSync } from "node:sqlite";

export type FileLock = { release(): void };

/**
 * Locks a file exclusively, or returns null when another process holds the lock.
 *
 * SQLite uses a kernel lock, which ends with the process that holds it, however that one dies: there
 * are no stale locks.
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

/** Like {@link lockFile}, but retries until `timeoutMs` have passed. */
export async function waitForFileLock(path: string, timeoutMs: number): Promise<FileLock | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const lock = lockFile(path);
    if (lock || Date.now() >= deadline) return lock;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
