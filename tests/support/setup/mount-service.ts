import type { TestProject } from "vitest/node";
import { findFreePort } from "#server/start/free-port";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";
import startDatabase from "#tests/support/setup/test-server";
import { SECURITY_CONTACT, TEST_SETTINGS } from "#tests/support/setup/test-settings";

declare module "vitest" {
  interface ProvidedContext {
    /** The running service that the tests call. */
    mount: {
      baseUrl: string;
      databaseUrl: string;
      /** The ID of the server process. */
      pid: number;
      /** The port on which the server process reports its event loop: see `monitor-service.mjs`. */
      monitorPort: number;
    };
  }
}

/** Runs the self-hosted service with its own database for all files of the project. */
export default async function setup(project: TestProject) {
  const stopDatabase = await startDatabase(project);
  const databaseUrl = new URL("/template", project.getProvidedContext().serverUrl).href;
  const monitorPort = await findFreePort();
  const env = {
    ...TEST_SETTINGS,
    MONITOR_PORT: String(monitorPort),
    DATABASE_URL: databaseUrl,
    SECURITY_CONTACT,
    // Nothing listens there, so queued webhooks don't leave this machine.
    OUTBOUND_CONNECT_TO: "hooks.example.com:443:127.0.0.1:9",
  };
  const service = await startServer({ env }).catch(async (error: unknown) => {
    await stopDatabase();
    throw error;
  });
  const { baseUrl, pid, dataDir } = service;
  project.provide("mount", { baseUrl, databaseUrl, pid, monitorPort });
  return async () => {
    await service.stop();
    await stopDatabase();
    await removeDataDir(dataDir);
  };
}
