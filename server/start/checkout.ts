import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { takeSecretFiles } from "#lib/core/settings/secret-files";

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * Loads this checkout's `.env`, for settings that the environment lacks, and the secrets that are in files.
 *
 * @throws {SettingsError} when such a file can't be used
 */
export function loadEnvironment(): void {
  const path = join(ROOT, ".env");
  if (existsSync(path)) process.loadEnvFile(path);
  takeSecretFiles(process.env);
}

/** The file of a production folder that contains the commit it was built from. */
export const COMMIT_FILE = "commit";

/**
 * Returns the commit of a production folder, or else of this checkout; empty if neither is known.
 */
export async function findCommit(): Promise<string> {
  const built = await readFile(join(ROOT, COMMIT_FILE), "utf8").catch(() => "");
  // Without this check, a parent folder's repository could be used.
  if (built || !existsSync(join(ROOT, ".git"))) return built.trim();
  const asked = promisify(execFile)("git", ["-C", ROOT, "rev-parse", "HEAD"]);
  // If git is missing, or the checkout belongs to another account, the commit is unknown.
  return asked.then(({ stdout }) => stdout.trim()).catch(() => "");
}

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, path), { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  const below = entries
    .filter((entry) => entry.name !== "generated" && !entry.name.startsWith("."))
    .map((entry) => listFiles(join(path, entry.name)));
  return (await Promise.all(below)).flat();
}

/**
 * Returns one hash of the contents of files and folders of the checkout; missing ones count as
 * empty.
 */
async function hashSources(paths: string[]): Promise<string> {
  const files = (await Promise.all(paths.map(listFiles))).flat().sort();
  const hash = createHash("sha256");
  for (const file of files) {
    const content = await readFile(join(ROOT, file)).catch(() => Buffer.alloc(0));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Runs a build step unless its stamp, a file, has the hash of these sources. */
export async function buildIfChanged(
  stampPath: string,
  sources: string[],
  work: () => Promise<void>,
): Promise<void> {
  const stamp = join(ROOT, stampPath);
  const hash = await hashSources(sources);
  if ((await readFile(stamp, "utf8").catch(() => "")) === hash) return;
  await rm(stamp, { force: true });
  await work();
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
}
