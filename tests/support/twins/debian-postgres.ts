import { globSync } from "node:fs";
import { dirname } from "node:path";

/** The folder of the newest PostgreSQL that Debian's packages installed, or the one that `POSTGRES_BIN` names. */
export function findOlderPostgres(): string {
  const [installed] = globSync("/usr/lib/postgresql/*/bin/postgres").sort().reverse();
  const folder = process.env.POSTGRES_BIN ?? (installed && dirname(installed));
  if (!folder) throw new Error("These tests need Debian's package postgresql, or POSTGRES_BIN.");
  return folder;
}
