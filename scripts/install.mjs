// Plain JavaScript for any Node: npm runs this before the packages are there, the Node among them.
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js ${process.versions.node} is too old: Form Intake needs 20.19 or newer.`);
  process.exit(1);
}

const isForTests = process.argv[2] === "--include=dev";
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isInstalled =
  changedAt("node_modules/.package-lock.json") > changedAt("package-lock.json") &&
  (!isForTests || existsSync("node_modules/vitest"));

if (!isInstalled) {
  console.log("Installing packages (takes about a minute)");
  const scope = isForTests ? "--include=dev" : "--omit=dev";
  const npm = process.env.npm_execpath ?? "npm";
  const command = npm.endsWith("js") ? [process.execPath, npm] : [npm];
  try {
    execFileSync(
      command[0],
      [...command.slice(1), "ci", scope, "--no-audit", "--no-fund", "--loglevel=error"],
      {
        stdio: "inherit",
        // Otherwise Prisma's install script looks for a download that isn't needed.
        env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
      },
    );
  } catch {
    console.error("The packages couldn't be installed. See npm's output above.");
    process.exit(1);
  }
}
