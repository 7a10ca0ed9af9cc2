import type { TestProject } from "vitest/node";
import { readMigrations } from "#lib/db/migrate";
import { startTestServer } from "#tests/support/setup/test-server";
import { findOlderPostgres } from "#tests/support/twins/debian-postgres";
import { PostgresServer } from "#tests/support/twins/postgres-server";

const SETTINGS = ["fsync = off", "synchronous_commit = off", "full_page_writes = off"];

export default async function setup(project: TestProject) {
  const server = await PostgresServer.create({ programs: findOlderPostgres(), settings: SETTINGS });
  console.log(`The older PostgreSQL is ${await server.version()}`);
  return startTestServer(project, await readMigrations(), {
    url: server.url,
    adminUrl: server.adminUrl,
    stop: () => server.remove(),
  });
}
