import { afterAll, describe, expect, test } from "vitest";
import { LEASE_MS } from "#lib/deliveries/claim";
import type { Form } from "#lib/forms/schema";
import { sendVisit } from "#tests/support/drills/drill-visitors";
import { Owner } from "#tests/support/factories/owner";
import { eventually } from "#tests/support/factories/service-requests";
import { databasePid, removeDataDir } from "#tests/support/setup/data-folder";
import { withEmbeddedDatabase } from "#tests/support/setup/embedded-client";
import { startServer, type TestService } from "#tests/support/setup/server";

const IN_FLIGHT = 300;
/** The kill happens after this many acknowledgments, while the other submissions are in progress. */
const KILL_AFTER = 150;
const CRON_SECRET = "cron-secret-of-the-kill-test";

const env = {
  CRON_SECRET,
  DEFAULT_PLAN: "scale",
  INTAKE_IP_RATE_LIMIT: "1000000",
  INTAKE_FORM_RATE_LIMIT: "1000000",
  MANAGEMENT_RATE_LIMIT: "1000000",
};

const folders: string[] = [];
const services: TestService[] = [];

async function start(dataDir?: string): Promise<TestService> {
  const service = await startServer(dataDir ? { env, dataDir } : { env });
  services.push(service);
  folders.push(service.dataDir);
  return service;
}

afterAll(async () => {
  for (const service of services) await service.stop();
  for (const folder of new Set(folders)) await removeDataDir(folder);
});

type Sent = { acknowledged: Map<string, string>; unacknowledged: string[] };

/** Sends 300 submissions concurrently and kills the service partway through. */
async function sendUntilKilled(
  service: TestService,
  form: Form,
  kill: () => Promise<void>,
): Promise<Sent> {
  const acknowledged = new Map<string, string>();
  const unacknowledged: string[] = [];
  let killed: Promise<void> | undefined;
  let count = 0;
  const visit = async () => {
    while (!killed) {
      const visitor = `visitor-${++count}`;
      const id = await sendVisit(service.baseUrl, form, visitor);
      if (id === null) unacknowledged.push(visitor);
      else acknowledged.set(visitor, id);
      if (acknowledged.size === KILL_AFTER) killed = kill();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, visit));
  await killed;
  return { acknowledged, unacknowledged };
}

/** Expires the leases of the killed process, so that its work can be claimed again. */
async function endLeases(dataDir: string, killedAt: Date): Promise<void> {
  const lastEnd = new Date(killedAt.getTime() + LEASE_MS);
  await withEmbeddedDatabase(dataDir, (client) =>
    client.query(
      "UPDATE deliveries SET due_at = now() WHERE claim_token IS NOT NULL AND due_at <= $1",
      [lastEnd],
    ),
  );
}

async function drain(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/cron/outbox`, {
    headers: { authorization: `Bearer ${CRON_SECRET}` },
  });
  expect(response.status).toBe(200);
}

/** The submission ids in the captured notifications, one per email. */
async function readEmailedIds(owner: Owner): Promise<string[]> {
  const items = await owner.listEmails({ kind: "notification" });
  const ids: string[] = [];
  while (items.length > 0) {
    const emails = await Promise.all(items.splice(0, 25).map(({ id }) => owner.readEmail(id)));
    ids.push(...emails.map(({ text }) => /\/inbox\/([0-9a-f-]{36})/.exec(text)?.[1] ?? text));
  }
  return ids;
}

async function storedNames(owner: Owner): Promise<string[]> {
  return (await owner.listMessages()).map(({ name }) => name ?? "no name").sort();
}

/** The database is killed first, while it commits for a service that's still running. */
async function killEverything(service: TestService, database: number): Promise<void> {
  process.kill(database, "SIGKILL");
  await service.kill();
}

describe.each([
  { victims: "the service and its database", kill: killEverything },
  { victims: "the service alone", kill: (service: TestService) => service.killApp() },
])("SIGKILL of $victims during 300 concurrent submissions", ({ kill }) => {
  test("loses no acknowledged submission, and stores and emails each one exactly once", async () => {
    const first = await start();
    const owner = await Owner.signUp(first.baseUrl);
    const form = await owner.createForm("Contact");
    const database = await databasePid(first.dataDir);
    if (!database) throw new Error("the database has no process");
    const killNow = () => kill(first, database);
    const { acknowledged, unacknowledged } = await sendUntilKilled(first, form, killNow);
    const killedAt = new Date();
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILL_AFTER);
    expect(unacknowledged.length).toBeGreaterThan(0);

    const second = await start(first.dataDir);
    owner.baseUrl = second.baseUrl;
    const read = await Promise.all([...acknowledged.values()].map((id) => owner.readMessage(id)));
    expect(read.map(({ fields }) => fields.name)).toEqual([...acknowledged.keys()]);
    const stored = await storedNames(owner);
    expect(stored).toEqual([...new Set(stored)]);

    const again = await Promise.all(unacknowledged.map((v) => sendVisit(second.baseUrl, form, v)));
    expect(again).not.toContain(null);
    const [known] = acknowledged;
    if (known) expect(await sendVisit(second.baseUrl, form, known[0])).toBe(known[1]);
    expect(await storedNames(owner)).toEqual([...acknowledged.keys(), ...unacknowledged].sort());

    await endLeases(second.dataDir, killedAt);
    const messages = await owner.listMessages();
    const mailed = await eventually("one email per submission", async () => {
      await drain(second.baseUrl);
      const { length } = await owner.listEmails({ kind: "notification" });
      return length >= messages.length ? readEmailedIds(owner) : undefined;
    });
    expect(mailed.sort()).toEqual(messages.map(({ id }) => id).sort());
  }, 100_000);
});
