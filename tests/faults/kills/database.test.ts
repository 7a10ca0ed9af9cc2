import { expect, test } from "vitest";
import { Visitors } from "#tests/support/drills/drill-visitors";
import { type Drill, startDrill, type Worker } from "#tests/support/drills/drill-workers";
import { isFullDrill, noteFigures } from "#tests/support/drills/figures";
import { untilOrLater } from "#tests/support/drills/gate";
import { createDrillForms, readEventEnds, readMessages } from "#tests/support/drills/kill-drill";
import { startReceiver } from "#tests/support/twins/receiver";

const KILLS = isFullDrill ? 10 : 2;
const MESSAGES_EACH = 60;
const WAIT_LIMIT_MS = 10_000;
const RECOVERY_LIMIT_MS = 60_000;
/** Longer than any work in this test: a lease that's older was abandoned. */
const GIVEN_UP_MS = 15_000;

/** Sends submissions and kills the database when half of them are acknowledged. */
async function killAmid(drill: Drill, visitors: Visitors, baseUrl: string): Promise<void> {
  const half = visitors.acknowledged.size + MESSAGES_EACH / 2;
  visitors.come(MESSAGES_EACH);
  const sending = visitors.sendAll(baseUrl);
  await untilOrLater(() => visitors.acknowledged.size >= half, WAIT_LIMIT_MS);
  await drill.killDatabase();
  await sending;
  await untilOrLater(async () => {
    await visitors.sendAll(baseUrl);
    return visitors.unanswered === 0;
  }, RECOVERY_LIMIT_MS);
}

async function untilNothingIsOwed(drill: Drill, app: Worker): Promise<void> {
  await untilOrLater(async () => {
    await drill.endLeases(app, GIVEN_UP_MS);
    await drill.passWaits();
    return (await drill.countOwed()) === 0;
  }, RECOVERY_LIMIT_MS);
}

async function countCapturedEmails({ client }: Drill): Promise<number> {
  const { rows } = await client.query("SELECT count(*)::int AS count FROM captured_emails");
  return rows[0].count;
}

test("the service survives a killed database and loses no submission", async ({
  task,
  onTestFinished,
}) => {
  const receiver = await startReceiver();
  const drill = await startDrill(receiver, {});
  onTestFinished(async () => {
    await drill.stop();
    await receiver.stop();
  }, 60_000);
  const visitors = new Visitors(await createDrillForms());
  const app = await drill.start("app");
  let hasEnded = false;
  app.service.ended.then(() => {
    hasEnded = true;
  });
  for (let kill = 0; kill < KILLS; kill += 1) await killAmid(drill, visitors, app.service.baseUrl);
  await untilNothingIsOwed(drill, app);

  const stored = await readMessages(drill);
  const events = await readEventEnds(drill.client, receiver.received);
  const lost = [...visitors.acknowledged.values()].filter((id) => !stored.has(id)).length;
  const repeats = events.reduce((sum, { arrivals }) => sum + Math.max(0, arrivals - 1), 0);
  const emails = await countCapturedEmails(drill);
  noteFigures(task, {
    drill: "Submissions while the database is killed",
    tried: `${visitors.acknowledged.size} accepted submissions, ${KILLS} kills of the database alone`,
    came: `${lost} acknowledged and lost; ${events.length} events, ${repeats} repeats; ${emails} emails; the service ${hasEnded ? "stopped" : "kept running"}`,
  });

  const sent = KILLS * MESSAGES_EACH;
  expect({ lost, hasEnded, owed: await drill.countOwed() }).toEqual({
    lost: 0,
    hasEnded: false,
    owed: 0,
  });
  expect([...stored.values()].sort()).toEqual([...visitors.acknowledged.keys()].sort());
  expect({ stored: stored.size, events: events.length, emails }).toEqual({
    stored: sent,
    events: sent,
    emails: sent,
  });
  for (const { status, arrivals, interrupted, hasSameBytes } of events) {
    expect({ status, hasSameBytes }).toEqual({ status: "delivered", hasSameBytes: true });
    expect(arrivals).toBeGreaterThanOrEqual(1);
    expect(arrivals - 1).toBeLessThanOrEqual(interrupted);
  }
}, 300_000);
