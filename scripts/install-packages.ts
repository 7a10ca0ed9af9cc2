import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Installs the packages of a folder as its lockfile says, unless they are there. None runs a script of its own. */
export async function installPackages(folder: string): Promise<void> {
  const lockfile = await readFile(join(folder, "package-lock.json"), "utf8");
  const marker = join(folder, "node_modules/.installed");
  if ((await readFile(marker, "utf8").catch(() => null)) === lockfile) return;
  await run("npm", ["ci", "--ignore-scripts"], { cwd: folder });
  await writeFile(marker, lockfile);
}
