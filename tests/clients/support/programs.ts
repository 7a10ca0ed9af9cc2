import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "#server/start/checkout";

/** Programs that send forms, and the packages of all clients, which the project itself doesn't need. */
export const PROGRAMS_FOLDER = join(ROOT, "tests/clients/programs");

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
