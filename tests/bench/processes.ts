import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

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

/** Runs one server until `stop`; resolves when it answers. */
export async function runServer(options: {
  name: string;
  args: string[];
  cwd?: string;
  env: Record<string, string>;
  port: number;
  path: string;
}): Promise<Contestant> {
  const child = spawn(process.execPath, options.args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env, PORT: String(options.port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const origin = `http://127.0.0.1:${options.port}`;
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

/**
 * Builds the bare Next application beside this file, with webpack: Turbopack would add the instrumentation
 * and the proxy of the folders above.
 */
export function buildBareNext(): string {
  const cwd = fileURLToPath(new URL("bare-next", import.meta.url));
  const next = fileURLToPath(new URL("../../node_modules/next/dist/bin/next", import.meta.url));
  const built = spawnSync(process.execPath, [next, "build", "--webpack"], {
    cwd,
    stdio: "inherit",
  });
  if (built.status !== 0) throw new Error("the bare Next application could not be built");
  return cwd;
}
