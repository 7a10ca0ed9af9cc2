import { globSync } from "node:fs";
import { dirname } from "node:path";
import { hasProgram } from "#tests/support/twins/has-program";

/** The newest version that Debian's packages installed, or the one in the folder that `POSTGRES_BIN` names. */
function findServer(): string {
  const installed = globSync("/usr/lib/postgresql/*/bin/postgres").sort();
  return process.env.POSTGRES_BIN
    ? `${process.env.POSTGRES_BIN}/postgres`
    : (installed.at(-1) ?? "/usr/lib/postgresql/bin/postgres");
}

/** The folder of an older PostgreSQL than the packaged one; null if there's none (see {@link hasProgram}). */
export function findOlderPostgres(): string | null {
  const server = findServer();
  const tests = "tests on an older PostgreSQL";
  return hasProgram(server, "postgresql", tests, ["--version"]) ? dirname(server) : null;
}
