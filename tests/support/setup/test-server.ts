import pg from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations, type Migration, readMigrations } from "#lib/db/migrate";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's database server; its `template` database has every migration applied. */
    serverUrl: string;
  }
}

export default async function setup(project: TestProject) {
  return startTestServer(project, await readMigrations());
}

/** Starts one PostgreSQL server for the run, with a migrated template that each test file copies. */
export async function startTestServer(project: TestProject, migrations: Migration[]) {
  const dataDir = await makeDataDir();
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durability: "none" });
  const template = new URL(server.url);
  template.pathname = "/template";
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("CREATE DATABASE template");
  await client.end();
  await applyMigrations(template.href, { migrations });
  project.provide("serverUrl", server.url);
  return async () => {
    await server.stop();
    await removeDataDir(dataDir);
  };
}
