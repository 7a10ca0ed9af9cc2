import { join } from "node:path";
import { COMMANDS, fileOf } from "#selfhost/production/commands";
import heapFlags from "../../scripts/heap-flags.json" with { type: "json" };

// Imports nothing that an old Node lacks, so that it can say so.
const NODE_MAJOR = 24;

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** Replaces this process with the command's, so that signals reach it and no launcher takes memory. */
function run([given = "", ...args]: string[]): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < NODE_MAJOR)
    fail(`Node.js ${node} is too old: this folder needs ${NODE_MAJOR} or newer.`);
  const command = COMMANDS.find((name) => name === given);
  if (!command) fail(`Unknown command "${given}". Available: ${COMMANDS.join(", ")}.`);
  if (!process.execve) fail("This folder runs on Linux and macOS.");
  const root = import.meta.dirname;
  const file = join(root, "server", `${fileOf(command)}.js`);
  const flags = command === "start" ? heapFlags : [];
  const argv = [process.execPath, ...process.execArgv, "--disable-warning=ExperimentalWarning"];
  process.chdir(root);
  process.execve(process.execPath, [...argv, ...flags, file, ...args], {
    ...process.env,
    NODE_ENV: "production",
  });
}

run(process.argv.slice(2));
