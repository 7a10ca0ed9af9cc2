import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { ROOT } from "#server/start/checkout";

const running = new Set<ChildProcess>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exitCode = 128 + constants.signals[signal];
  });

/** Returns whether a signal has stopped the run: no further step is started. */
export function isInterrupted(): boolean {
  return (process.exitCode ?? 0) !== 0 && Number(process.exitCode) > 128;
}

/** Runs a program, preferably one from node_modules, and returns its exit code. Its output is shown. */
export function runStep(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const bin = join(ROOT, "node_modules/.bin");
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`, ...env },
      stdio: "inherit",
    });
    running.add(child);
    child.once("error", reject);
    child.once("exit", (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}
