import type { TestProject } from "vitest/node";
import { readMigrations } from "#lib/db/migrate";
import { startTestServer } from "#tests/support/setup/test-server";
import { findOlderPostgres } from "#tests/support/twins/debian-postgres";
import { PostgresServer } from "#tests/support/twins/postgres-server";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether the run's server is older than the packaged one; false if none is installed. */
    isOlderServer: boolean;
  }
}

const SETTINGS = ["fsync = off", "synchronous_commit = off", "full_page_writes = off"];

export default async function setup(project: TestProject) {
  const programs = findOlderPostgres();
  project.provide("isOlderServer", programs !== null);
  const migrations = await readMigrations();
  if (programs === null) return startTestServer(project, migrations);
  const server = await PostgresServer.create({ programs, settings: SETTINGS });
  console.log(`The older PostgreSQL is ${await server.version()}`);
  return startTestServer(project, migrations, {
    url: server.url,
    adminUrl: server.adminUrl,
    stop: () => server.remove(),
  });
}
