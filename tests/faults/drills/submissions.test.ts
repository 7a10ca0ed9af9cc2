import { expect, onTestFinished, test } from "vitest";
import { sendVisit, Visitors } from "#tests/support/drills/drill-visitors";
import { untilOrLater } from "#tests/support/drills/gate";
import { readMessages } from "#tests/support/drills/kill-drill";
import { Owner } from "#tests/support/factories/owner";
import { databasePid, makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { connectEmbedded } from "#tests/support/setup/embedded-client";
import { startServer, type TestService } from "#tests/support/setup/server";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";

const IN_FLIGHT = 300;
const ALL = 3 * IN_FLIGHT;
/** The kill happens after this many acknowledgments, while the other submissions are in progress. */
const KILL_AFTER = 150;
const WAIT_LIMIT_MS = 60_000;

/** The submissions of captured notifications, one per email. */
const READ_NOTIFIED = `
SELECT substring(text FROM '/inbox/([0-9a-f-]{36})') AS id FROM captured_emails
WHERE kind = 'notification'`;

const env = { ...TEST_SETTINGS, DEFAULT_PLAN: "scale" };

async function start(dataDir: string): Promise<TestService> {
  const service = await startServer({ env, dataDir });
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

/** The database is killed first, while it commits for a service that's still running. */
async function killEverything(service: TestService): Promise<void> {
  const database = await databasePid(service.dataDir);
  if (!database) throw new Error("the database has no process");
  process.kill(database, "SIGKILL");
  await service.kill();
}

test.each([
  { victims: "the service and its database", kill: killEverything },
  { victims: "the service alone", kill: (service: TestService) => service.killApp() },
])(
  "a kill of $victims during 300 concurrent submissions loses none that's acknowledged, and each is stored and emailed once",
  async ({ kill }) => {
    const dataDir = await makeDataDir();
    onTestFinished(() => removeDataDir(dataDir));
    const first = await start(dataDir);
    const owner = await Owner.signUp(first.baseUrl);
    const form = await owner.createForm("Contact");
    const visitors = new Visitors([form], IN_FLIGHT);
    visitors.come(ALL);
    const sending = visitors.sendAll(first.baseUrl);
    await untilOrLater(() => visitors.acknowledged.size >= KILL_AFTER, WAIT_LIMIT_MS);
    await kill(first);
    await sending;
    const acknowledged = [...visitors.acknowledged.values()];
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);
    expect(visitors.unanswered).toBeGreaterThan(0);

    const second = await start(dataDir);
    const client = await connectEmbedded(dataDir);
    onTestFinished(() => client.end());
    expect([...(await readMessages({ client })).keys()]).toEqual(
      expect.arrayContaining(acknowledged),
    );
    await visitors.sendAll(second.baseUrl);
    expect(visitors.unanswered).toBe(0);
    const [known] = visitors.acknowledged;
    if (known) expect(await sendVisit(second.baseUrl, form, known[0])).toBe(known[1]);
    const stored = await readMessages({ client });
    expect([...stored.values()].sort()).toEqual([...visitors.acknowledged.keys()].sort());

    const isSent = async () => {
      const due = await client.query("SELECT FROM deliveries WHERE due_at IS NOT NULL LIMIT 1");
      return due.rowCount === 0;
    };
    await untilOrLater(isSent, WAIT_LIMIT_MS);
    const { rows } = await client.query<{ id: string }>(READ_NOTIFIED);
    expect(rows.map(({ id }) => id).sort()).toEqual([...stored.keys()].sort());
  },
  240_000,
);
