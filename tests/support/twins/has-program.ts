import { spawnSync } from "node:child_process";

/**
 * Whether a program can be started here. If it's missing, a developer's machine prints a note; in CI
 * the tests fail.
 *
 * @param debianPackage - the Debian package that contains it
 * @param what - the tests that require it
 */
export function hasProgram(program: string, debianPackage: string, what: string): boolean {
  if (process.env.CI) return true;
  const isThere = spawnSync(program, ["-h"]).error === undefined;
  if (!isThere) console.warn(`SKIPPED: ${what} need ${program} (Debian package ${debianPackage}).`);
  return isThere;
}
