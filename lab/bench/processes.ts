import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { ROOT } from "#server/start/checkout";
import { residentBytes } from "#tests/support/setup/resident-memory";

const READY_ATTEMPTS = 600;

export type Contestant = {
  name: string;
  url: string;
  pid: number;
  stop: () => Promise<void>;
};

/** Clock ticks of Linux. */
const TICKS_PER_SECOND = 100;

type Usage = { cpuSeconds: number; memoryBytes: number };

const NOTHING: Usage = { cpuSeconds: 0, memoryBytes: 0 };

/** The resources that a process and all that it started have used so far; nothing once it has ended. Linux only. */
export function usageOf(pid: number): Usage {
  try {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
    // Fields 14 to 17 of proc(5), after the name in parentheses: own time, and that of ended children.
    const fields = read("stat")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const own = { cpuSeconds: ticks / TICKS_PER_SECOND, memoryBytes: residentBytes(pid) };
    const children = read(`task/${pid}/children`).trim().split(" ").filter(Boolean);
    return children.map(Number).map(usageOf).reduce(addUsage, own);
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "ENOENT") return NOTHING;
    throw failure;
  }
}

function addUsage(sum: Usage, more: Usage): Usage {
  return {
    cpuSeconds: sum.cpuSeconds + more.cpuSeconds,
    memoryBytes: sum.memoryBytes + more.memoryBytes,
  };
}

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
  throw new Error(`${url} doesn't respond`);
}

/** Runs one server until `stop`; resolves when it responds. */
export async function runServer(options: {
  name: string;
  args: string[];
  env: Record<string, string>;
  port: number;
  path: string;
}): Promise<Contestant> {
  const child = spawn(process.execPath, options.args, {
    cwd: ROOT,
    env: { ...process.env, ...options.env, PORT: String(options.port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const origin = `http://127.0.0.1:${options.port}`;
  await untilAnswering(origin, child);
  return {
    name: options.name,
    url: `${origin}${options.path}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
