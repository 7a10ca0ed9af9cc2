import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { becomeReady, type Running, track } from "#tests/support/production/folder";
import { databasePid, makeDataDir } from "#tests/support/setup/data-folder";

const READY_TIMEOUT_MS = 240_000;

export type TestService = Running & {
  baseUrl: string;
  port: number;
  dataDir: string;
  /** Kills the service with SIGKILL; its database stops soon after. */
  killApp: () => Promise<void>;
  /** Kills all processes with SIGKILL, including the database. */
  kill: () => Promise<void>;
};

export type LaunchOptions = {
  env?: Record<string, string>;
  /** Defaults to a new folder. The caller removes it with `removeDataDir`. */
  dataDir?: string;
  port?: number;
};

export type Launched = Running & { child: ChildProcess };

/** Runs a script of this checkout, with only the given settings. */
export function launchScript(
  script: string,
  env: Record<string, string>,
  ...args: string[]
): Launched {
  const unset = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
  const preloaded = ["end-with-parent.mjs", "monitor-service.mjs", "count-statements.mjs"].map(
    (file) => `tests/support/setup/${file}`,
  );
  const imports = preloaded.flatMap((file) => ["--import", join(ROOT, file)]);
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...imports, join(ROOT, script), ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...unset, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  return { ...track(child), child };
}

/** Starts the service like `npm start`, with only the given settings. */
export function launchService({ env }: { env: Record<string, string> }): Launched {
  return launchScript("scripts/start.ts", env);
}

/** Runs a command like `npm run`, with only the given settings. */
export function launchCommand(
  command: string,
  env: Record<string, string>,
  ...args: string[]
): Launched {
  return launchScript("server/commands/service.ts", env, command, ...args);
}

function killNow(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

/** Starts the built service on a free port with its own data folder, and waits until it's ready. */
export async function startServer(options: LaunchOptions = {}): Promise<TestService> {
  const port = options.port ?? (await findFreePort());
  const dataDir = options.dataDir ?? (await makeDataDir());
  const env = { PORT: String(port), DATA_DIR: dataDir, ...options.env };
  const service = launchService({ env });
  await becomeReady(service, READY_TIMEOUT_MS);
  const { pid, output, ended, stop } = service;
  const killApp = async () => {
    killNow(pid);
    await ended;
  };
  return {
    baseUrl: `http://localhost:${port}`,
    port,
    pid,
    dataDir,
    output,
    ended,
    stop,
    killApp,
    kill: async () => {
      const database = await databasePid(dataDir).catch(() => undefined);
      await killApp();
      killNow(database);
    },
  };
}
