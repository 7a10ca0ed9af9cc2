import pg from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations, type Migration, readMigrations } from "#lib/adapters/db/migrate";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { createDatabaseSql, startTestPostgres } from "#tests/support/setup/test-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's database server as the service's role, which owns `template`: a migrated database. */
    serverUrl: string;
    /** The same as a superuser, for objects that a test must create. */
    adminUrl: string;
  }
}

export default async function setup(project: TestProject) {
  return startTestServer(project, await readMigrations());
}

type Server = { url: string; adminUrl: string; stop: () => Promise<void> };

async function startPackaged(): Promise<Server> {
  const dataDir = await makeDataDir();
  const server = await startTestPostgres(dataDir);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await removeDataDir(dataDir);
    },
  };
}

/** Gives the run a PostgreSQL server, with a migrated template that each test file copies. */
export async function startTestServer(
  project: TestProject,
  migrations: Migration[],
  given?: Server,
) {
  const server = given ?? (await startPackaged());
  const template = new URL(server.url);
  template.pathname = "/template";
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  await client.query(createDatabaseSql("template", server.url));
  await client.end();
  await applyMigrations(template.href, { migrations });
  project.provide("serverUrl", server.url);
  project.provide("adminUrl", server.adminUrl);
  return server.stop;
}
