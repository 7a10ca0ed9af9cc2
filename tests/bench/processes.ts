import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findFreePort } from "#selfhost/free-port";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const READY_ATTEMPTS = 600;

export type Contestant = { name: string; url: string; stop: () => Promise<void> };

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${url} ended with code ${child.exitCode}`);
    if (await isAnswering(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Runs one server until `stop`; resolves when it answers. */
export async function runServer(options: {
  name: string;
  args: string[];
  cwd?: string;
  env: Record<string, string>;
  path: string;
}): Promise<Contestant> {
  const port = await findFreePort();
  const child = spawn(process.execPath, options.args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(origin, child);
  return {
    name: options.name,
    url: `${origin}${options.path}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Runs the service itself, without its rate limits. */
export function runService(name: string, path: string, env: Record<string, string>) {
  const unlimited = "1000000000";
  return runServer({
    name,
    args: ["scripts/run.mjs", "start"],
    env: {
      ...env,
      SECRET_KEY: "bench".repeat(8),
      MANAGEMENT_RATE_LIMIT: unlimited,
      INTAKE_IP_RATE_LIMIT: unlimited,
      INTAKE_FORM_RATE_LIMIT: unlimited,
    },
    path,
  });
}

/** Builds and runs the bare Next application beside this file. */
export function runBareNext(path: string, env: Record<string, string>): Promise<Contestant> {
  const cwd = fileURLToPath(new URL("bare-next", import.meta.url));
  const next = fileURLToPath(new URL("../../node_modules/next/dist/bin/next", import.meta.url));
  const built = spawnSync(process.execPath, [next, "build"], { cwd, stdio: "inherit" });
  if (built.status !== 0) throw new Error("the bare Next application could not be built");
  return runServer({ name: "bare next", args: [next, "start", "-H", "127.0.0.1"], cwd, env, path });
}
