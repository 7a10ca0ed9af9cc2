import { spawnSync } from "node:child_process";

/**
 * Whether a program can be started here. If it's missing, a developer's machine prints a note; in CI
 * the tests fail.
 *
 * @param debianPackage - the Debian package that contains it
 * @param what - the tests that require it
 * @param check - arguments with which it must succeed, for example to load a library
 */
export function hasProgram(
  program: string,
  debianPackage: string,
  what: string,
  check?: readonly string[],
): boolean {
  if (process.env.CI) return true;
  const { error, status } = spawnSync(program, check ?? ["-h"]);
  const isThere = error === undefined && (check === undefined || status === 0);
  if (!isThere) console.warn(`SKIPPED: ${what} need ${program} (Debian package ${debianPackage}).`);
  return isThere;
}
