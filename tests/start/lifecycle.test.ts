import { readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "#server/start/free-port";
import { databasePid, isAlive, removeDataDir } from "#tests/support/setup/data-folder";
import { residentBytes } from "#tests/support/setup/resident-memory";
import {
  launchCommand,
  launchService,
  startServer,
  type TestService,
} from "#tests/support/setup/server";

const READY_LIMIT_MS = 15_000;
const MAX_IDLE_BYTES = 250_000_000;

/** Reached only by a service that listens on all interfaces. */
const OTHER_ADDRESS = "127.0.0.2";

let service: TestService;
let dataDir: string;

beforeAll(async () => {
  service = await startServer();
  dataDir = service.dataDir;
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

async function startAgain(): Promise<void> {
  const startedAt = Date.now();
  service = await startServer({ dataDir });
  expect(Date.now() - startedAt).toBeLessThan(READY_LIMIT_MS);
  await expectHealthy();
}

async function expectHealthy(): Promise<void> {
  const response = await fetch(`${service.baseUrl}/api/health`);
  expect(response.status).toBe(200);
}

async function pidOfDatabase(): Promise<number> {
  const pid = await databasePid(dataDir);
  if (!pid) throw new Error("the database has no process");
  return pid;
}

/** A sign-in that sends half of its body and waits before it sends the rest. */
async function beginSignIn() {
  const call = request(`${service.baseUrl}/api/account/sign-in`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: service.baseUrl,
      expect: "100-continue",
    },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    call.once("error", reject);
    call.once("response", (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    });
  });
  call.flushHeaders();
  await new Promise((resolve) => call.once("continue", resolve));
  call.write('{"email": "nobody@example.com", ');
  return { finish: () => call.end('"password": "not the password"}'), answered };
}

/** Returns whether the service accepts a connection to this address. */
function accepts(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(service.port, address);
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Resolves when the service accepts no more connections. */
async function refusesConnections(): Promise<void> {
  for (;;) {
    if (!(await accepts("localhost"))) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("starting the service", () => {
  test("prints the address, data folder, and configuration, but no secrets", async () => {
    const output = service.output();
    expect(output).toContain(`Address   ${service.baseUrl}`);
    expect(output).toContain(`Data      ${dataDir}`);
    expect(output).toContain("in-process limiter");
    expect(output).toContain("EMAIL_MODE=capture");
    for (const name of ["secret-key", "cron-secret", "postgres-password"])
      expect(output).not.toContain((await readFile(join(dataDir, name), "utf8")).trim());
  });

  test("hides secrets from other system accounts", async () => {
    for (const name of ["secret-key", "cron-secret", "postgres-password"])
      expect((await stat(join(dataDir, name))).mode & 0o077).toBe(0);
  });

  test("takes little memory until someone uses it", () => {
    expect(residentBytes(service.pid)).toBeLessThan(MAX_IDLE_BYTES);
  });

  test("listens on loopback only, like the default BASE_URL", async () => {
    expect([await accepts("127.0.0.1"), await accepts(OTHER_ADDRESS)]).toEqual([true, false]);
  });

  test("fails when the data folder is in use", async () => {
    const second = launchService({
      env: { PORT: String(await findFreePort()), DATA_DIR: dataDir },
    });
    expect(await second.ended).toBe(1);
    expect(second.output().trim().split("\n").at(-1)).toMatch(
      `Cannot start: DATA_DIR: another process is using ${dataDir} `,
    );
    await expectHealthy();
  });
});

describe("stopping the service", () => {
  test("finishes current requests on SIGTERM and leaves no process running", async () => {
    const database = await pidOfDatabase();
    const signIn = await beginSignIn();
    const stopped = service.stop();
    await refusesConnections();
    signIn.finish();
    expect(await signIn.answered).toBe(401);
    expect(await stopped).toBe(0);
    expect(await isAlive(database)).toBe(false);
    await startAgain();
  });

  test("stops with an error when the database is killed", async () => {
    process.kill(await pidOfDatabase(), "SIGKILL");
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain("The database stopped unexpectedly");
    await startAgain();
  });

  test("recovers on the next start after SIGKILL of the service", async () => {
    const orphan = await pidOfDatabase();
    await service.killApp();
    await startAgain();
    expect(await isAlive(orphan)).toBe(false);
  });

  test("recovers on the next start after SIGKILL of all processes", async () => {
    await service.kill();
    await startAgain();
  });
});

test("the service starts with a changed SECRET_KEY only if the old one is listed, and rotation makes that unnecessary", async () => {
  const old = (await readFile(join(dataDir, "secret-key"), "utf8")).trim();
  const SECRET_KEY = "another-secret-key".repeat(2);
  await service.stop();
  const rejected = launchService({
    env: { SECRET_KEY, DATA_DIR: dataDir, PORT: String(await findFreePort()) },
  });
  expect(await rejected.ended).toBe(1);
  expect(rejected.output()).toContain("Cannot start: SECRET_KEY doesn't match this database.");

  const rotating = { SECRET_KEY, SECRET_KEYS_OLD: old };
  service = await startServer({ dataDir, env: rotating });
  const rotation = launchCommand("secrets:rotate", { ...rotating, DATA_DIR: dataDir });
  expect(await rotation.ended, rotation.output()).toBe(0);
  expect(rotation.output()).toContain("1 secret encrypted with SECRET_KEY");
  await expectHealthy();
  await service.stop();
  service = await startServer({ dataDir, env: { SECRET_KEY, HOST: "0.0.0.0" } });
  await expectHealthy();
  expect(await accepts(OTHER_ADDRESS), "HOST decides where it listens").toBe(true);
});
