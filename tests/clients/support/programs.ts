import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Starts a program, which ends with this process at the latest. */
export async function startProgram(
  command: string,
  parameters: readonly string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const child = spawn(command, parameters, options);
  process.once("exit", () => child.kill());
  await once(child, "spawn");
  return child;
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

const run = promisify(execFile);

/** Installs the packages of a folder as its lockfile says, unless they are there. */
export async function installPackages(folder: string): Promise<void> {
  const lockfile = await readFile(join(folder, "package-lock.json"), "utf8");
  const marker = join(folder, "node_modules/.installed");
  if ((await readFile(marker, "utf8").catch(() => null)) === lockfile) return;
  await run("npm", ["ci"], { cwd: folder });
  await writeFile(marker, lockfile);
}
