import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "#server/start/free-port";
import { Owner } from "#tests/support/factories/owner";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { startTestPostgres } from "#tests/support/setup/test-postgres";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";
import { type Haproxy, startHaproxy } from "#tests/support/twins/haproxy";

const VISITORS = 8;
const MAX_STOP_MS = 10_000;

let database: Awaited<ReturnType<typeof startTestPostgres>>;
let databaseDir: string;
let proxyPort: number;
let proxy: Haproxy;
const services: TestService[] = [];
const folders: string[] = [];

async function start(port: number, dataDir?: string) {
  const service = await startServer({
    port,
    dataDir: dataDir ?? (await makeDataDir()),
    env: {
      ...TEST_SETTINGS,
      DATABASE_URL: database.url,
      BASE_URL: `http://localhost:${proxyPort}`,
      TRUST_PROXY: "1",
      DEFAULT_PLAN: "scale",
    },
  });
  folders.push(service.dataDir);
  return service;
}

type Outcome = { status: number | string; name: string };

/** Posts on connections that are kept open, and notes how each post ended. */
class Visitors {
  readonly outcomes: Outcome[] = [];
  private isOver = false;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: VISITORS });
  private readonly url: string;
  private readonly visits: Promise<unknown>;

  constructor(url: string) {
    this.url = url;
    this.visits = Promise.all(Array.from({ length: VISITORS }, () => this.visit()));
  }

  async leave(): Promise<void> {
    this.isOver = true;
    await this.visits;
    this.agent.destroy();
  }

  private async visit(): Promise<void> {
    while (!this.isOver) {
      const name = `visitor-${this.outcomes.length}-${Math.random()}`;
      this.outcomes.push({ name, status: await this.post(name) });
    }
  }

  private post(name: string): Promise<number | string> {
    return new Promise((resolve) => {
      const headers = { "content-type": "application/json" };
      const call = request(this.url, { method: "POST", headers, agent: this.agent });
      call.once("error", ({ message }) => resolve(message));
      call.once("response", (response) => {
        response.once("error", ({ message }) => resolve(message));
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
      });
      call.end(JSON.stringify({ name }));
    });
  }
}

describe("behind haproxy", () => {
  beforeAll(async () => {
    databaseDir = await makeDataDir();
    database = await startTestPostgres(databaseDir);
    const ports = [await findFreePort(), await findFreePort()];
    proxyPort = await findFreePort();
    for (const port of ports) services.push(await start(port));
    proxy = await startHaproxy(proxyPort, ports);
  });

  afterAll(async () => {
    await proxy?.stop();
    await Promise.all(services.map((service) => service.kill()));
    await database?.stop();
    for (const folder of [...new Set(folders), databaseDir]) await removeDataDir(folder);
  });

  test("restarting two processes one after the other loses no request", async () => {
    const baseUrl = `http://localhost:${proxyPort}`;
    const owner = await Owner.signUp(baseUrl);
    const form = await owner.createForm("Contact");
    const visitors = new Visitors(`${baseUrl}/f/${form.publicKey}`);
    const stops: number[] = [];
    for (const [index, service] of services.entries()) {
      const stoppedAt = Date.now();
      expect(await service.stop()).toBe(0);
      stops.push(Date.now() - stoppedAt);
      services[index] = await start(service.port, service.dataDir);
      await proxy.untilAllUp();
    }
    await visitors.leave();

    const failed = visitors.outcomes.filter(({ status }) => status !== 200);
    expect(failed).toEqual([]);
    expect(visitors.outcomes.length).toBeGreaterThan(500);
    for (const stopMs of stops) expect(stopMs).toBeLessThan(MAX_STOP_MS);
    const names = (await owner.listMessages()).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(visitors.outcomes.map(({ name }) => name)));
    expect(names.length).toBe(visitors.outcomes.length);
  });
});
