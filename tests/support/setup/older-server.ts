import { globSync } from "node:fs";
import { dirname } from "node:path";
import type { TestProject } from "vitest/node";
import { readMigrations } from "#lib/adapters/db/migrate";
import { startTestServer } from "#tests/support/setup/test-server";
import { PostgresServer } from "#tests/support/twins/postgres-server";

const SETTINGS = ["fsync = off", "synchronous_commit = off", "full_page_writes = off"];

/** The folder of the newest PostgreSQL that Debian's packages installed, or the one that `POSTGRES_BIN` names. */
function findOlderPostgres(): string {
  const [installed] = globSync("/usr/lib/postgresql/*/bin/postgres").sort().reverse();
  const folder = process.env.POSTGRES_BIN ?? (installed && dirname(installed));
  if (!folder) throw new Error("These tests need Debian's package postgresql, or POSTGRES_BIN.");
  return folder;
}

export default async function setup(project: TestProject) {
  const server = await PostgresServer.create({ programs: findOlderPostgres(), settings: SETTINGS });
  console.log(`The older PostgreSQL is ${await server.version()}`);
  return startTestServer(project, await readMigrations(), {
    url: server.url,
    adminUrl: server.adminUrl,
    stop: () => server.remove(),
  });
}
