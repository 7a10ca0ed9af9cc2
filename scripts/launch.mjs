// Plain JavaScript: this runs before anything is installed. Installs the packages of the lockfile, then
// runs scripts/<command>.ts, or a benchmark of tests/bench, on the Node that is one of the packages.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = "", ...args] = process.argv.slice(2);
const path = command.startsWith("bench:")
  ? `tests/bench/${command.slice("bench:".length)}.ts`
  : `scripts/${command.replaceAll(":", "-")}.ts`;
const script = join(root, path);

if (!/^[a-z]+([:-][a-z]+)*$/.test(command) || !existsSync(script)) {
  const names = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);
  console.error(`Unknown command "${command}". Available: ${names.join(", ")}.`);
  process.exit(1);
}

try {
  await installPackages(root);
} catch (error) {
  console.error(`The packages could not be installed: ${error.message}`);
  process.exit(1);
}

const node = join(
  root,
  "node_modules/node/bin",
  process.platform === "win32" ? "node.exe" : "node",
);
// V8 sizes its heap by the machine; the service needs little. Collecting young objects more often than
// every 16 MB would take a fifth of the time of a submission.
const readFlags = () => JSON.parse(readFileSync(join(root, "scripts/heap-flags.json"), "utf8"));
const heap = command === "start" ? readFlags() : [];
const argv = ["--disable-warning=ExperimentalWarning", ...heap, script, ...args];
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/node"),
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
};

/** For a Node that can't replace itself: a child, which ends with this process and gets its signals. */
function runAsChild() {
  // The child notices the end of this process, however it dies, by its IPC channel closing.
  const child = spawn(node, argv, {
    cwd: root,
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`Cannot run ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

// An IPC channel would lose its other end.
if (process.execve && process.platform !== "win32" && !process.channel) {
  process.chdir(root);
  process.execve(node, [node, ...process.execArgv, ...argv], env);
}
runAsChild();
