import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { findFreePort } from "#selfhost/free-port";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { type Launched, launchService } from "#tests/support/setup/server";
import startDatabase from "#tests/support/setup/test-server";
import { SECURITY_CONTACT, TEST_SETTINGS } from "#tests/support/setup/test-settings";

declare module "vitest" {
  interface ProvidedContext {
    /** The running service that the tests call, and the settings they share. */
    mount: {
      baseUrl: string;
      databaseUrl: string;
      storageDir: string;
      siteverifyPort: number;
      /** The ID of the server process. */
      pid: number;
      /** The port on which the server process reports its event loop: see `monitor-service.mjs`. */
      monitorPort: number;
    };
  }
}

const READY_TIMEOUT_MS = 60_000;

/** Waits until the service responds. */
export async function becomeReady(service: Launched, baseUrl: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  const isHealthy = () =>
    fetch(`${baseUrl}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) {
    if (service.child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the app didn't start:\n${service.output()}`);
    await sleep(50);
  }
}

/** Runs the self-hosted service with its own database for all files of the project. */
export default async function setup(project: TestProject) {
  const stopDatabase = await startDatabase(project);
  const databaseUrl = new URL("/template", project.getProvidedContext().serverUrl).href;
  const dataDir = await makeDataDir();
  const [port, siteverifyPort, monitorPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const baseUrl = `http://localhost:${port}`;
  const service = launchService({
    env: {
      ...TEST_SETTINGS,
      PORT: String(port),
      MONITOR_PORT: String(monitorPort),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECURITY_CONTACT,
      TURNSTILE_VERIFY_URL: `http://127.0.0.1:${siteverifyPort}/siteverify`,
      // Nothing listens there, so queued webhooks don't leave this machine.
      OUTBOUND_CONNECT_TO: "hooks.example.com:443:127.0.0.1:9",
    },
  });
  const stop = async () => {
    service.child.kill("SIGTERM");
    await service.ended;
    await stopDatabase();
    await removeDataDir(dataDir);
  };
  await becomeReady(service, baseUrl).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const { pid = 0 } = service.child;
  const storageDir = join(dataDir, "objects");
  project.provide("mount", {
    baseUrl,
    databaseUrl,
    storageDir,
    siteverifyPort,
    pid,
    monitorPort,
  });
  return stop;
}
