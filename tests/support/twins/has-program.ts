import { spawnSync } from "node:child_process";

/**
 * Whether a program can be started here. A machine of one's own may lack it, and is told so; CI may
 * not, and its tests then fail.
 *
 * @param debianPackage - the Debian package that has it
 * @param what - the tests that need it
 */
export function hasProgram(program: string, debianPackage: string, what: string): boolean {
  if (process.env.CI) return true;
  const isThere = spawnSync(program, ["-h"]).error === undefined;
  if (!isThere) console.warn(`SKIPPED: ${what} need ${program} (Debian package ${debianPackage}).`);
  return isThere;
}
