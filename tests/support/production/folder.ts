import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, cp, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SETTING_NAMES } from "#lib/core/settings/settings";

const READY_LIMIT_MS = 60_000;
const NOBODY = 65_534;

export type Account = { uid?: number; gid?: number };

/** Another account than this process's, where that's allowed; it owns nothing in a production folder. */
export function otherAccount(uid: number, gid: number): Account {
  return process.getuid?.() === 0 ? { uid, gid } : {};
}

const UNPRIVILEGED = otherAccount(NOBODY, NOBODY);

/**
 * The account that the image runs under, or `nobody` on a machine without one of that number: PostgreSQL
 * doesn't run under an account that has no name.
 */
export function namedAccount(user: string): Account {
  const [uid = "", gid = ""] = user.split(":");
  const ids = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":")[2]);
  return ids.includes(uid) ? otherAccount(Number(uid), Number(gid)) : UNPRIVILEGED;
}

export type Running = {
  pid: number;
  output: () => string;
  /** The exit code. */
  ended: Promise<number | null>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>;
};

/** A new folder that belongs to the account, like a mounted volume. */
export async function makeVolume({ uid, gid }: Account = UNPRIVILEGED): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-volume-"));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** Makes a folder read-only, which holds for its owner too unless that is root. */
export async function seal(folder: string, mode = 0o555): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const paths = folders.map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all([folder, ...paths].map((path) => chmod(path, mode)));
}

/** All files below a folder, by their path in it. */
export async function listFiles(folder: string): Promise<{ path: string; bytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { path: path.slice(folder.length + 1), bytes: (await stat(path)).size };
    }),
  );
}

export function megabytesOf(files: readonly { bytes: number }[]): number {
  return Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
}

export async function removeFolder(folder: string): Promise<void> {
  await seal(folder, 0o755);
  await rm(folder, { recursive: true });
}

/** This Node where any account may run it, in a folder for PATH. */
export async function makeNodeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-node-"));
  await chmod(folder, 0o755);
  await cp(process.execPath, join(folder, "node"));
  return folder;
}

/** A started process, whose output is kept. */
export function track(child: ChildProcess): Running {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { pid: child.pid ?? 0, output: () => text, ended, stop };
}

/** Runs a command in a folder with only these settings, and nothing else from this environment. */
export function run(
  [program = "", ...args]: readonly string[],
  options: {
    cwd: string;
    nodeFolder: string;
    env: Record<string, string>;
    account?: Account;
  },
): Running {
  const { cwd, nodeFolder, env, account = UNPRIVILEGED } = options;
  const path = `${nodeFolder}:/usr/local/bin:/usr/bin:/bin`;
  return track(
    // `env` searches the PATH that the program gets. A production folder doesn't depend on NODE_ENV.
    spawn("/usr/bin/env", [program, ...args], {
      cwd,
      env: { PATH: path, NODE_ENV: "development", ...env },
      ...account,
    }),
  );
}

/** Runs a command in this checkout with only these settings. */
export function runInCheckout(command: readonly string[], cwd: string): Running {
  const [program = "", ...args] = command;
  const unset = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
  return track(spawn(program, args, { cwd, env: { ...process.env, ...unset } }));
}

/** Waits until the service reports that it's ready; returns the milliseconds since the call. */
export async function becomeReady(
  { output, ended }: Pick<Running, "output" | "ended">,
  limitMs = READY_LIMIT_MS,
): Promise<number> {
  const startedAt = performance.now();
  const hasEnded = ended.then(() => true);
  while (!output().includes("is ready.")) {
    const pause = new Promise<false>((resolve) => setTimeout(resolve, 10, false));
    if ((await Promise.race([hasEnded, pause])) || performance.now() - startedAt > limitMs)
      throw new Error(`the service didn't start:\n${output()}`);
  }
  return Math.round(performance.now() - startedAt);
}
