import type pg from "pg";
import type { Form } from "#lib/domain/forms/schema";
import { Visitors } from "#tests/support/drills/drill-visitors";
import { type Drill, startDrill, type Worker } from "#tests/support/drills/drill-workers";
import { Gate, untilOrLater } from "#tests/support/drills/gate";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { answer, type ReceivedEvent, startReceiver } from "#tests/support/twins/receiver";
import { type ReceivedEmail, startResendTwin } from "#tests/support/twins/resend-twin";

const WORKSPACES = 20;
const FORMS_EACH = 2;
/** One in this many kills is of the service, the others of a process that only sends. */
const APP_KILL_EVERY = 5;
const IN_FLIGHT_AT_LEAST = 10;
const WAIT_LIMIT_MS = 4_000;
const END_LIMIT_MS = 240_000;

/** The number of submissions and kills. */
export type DrillSize = { messages: number; kills: number };

/** Forms in several workspaces, each with a webhook. */
export async function createDrillForms(): Promise<Form[]> {
  const forms: Form[] = [];
  for (let count = 0; count < WORKSPACES; count += 1) {
    const workspace = await createWorkspace({ plan: "scale" });
    for (let nth = 0; nth < FORMS_EACH; nth += 1) {
      const form = await createForm(workspace);
      await createWebhook(workspace, form, { url: "https://receiver.example.com/hook" });
      forms.push(form);
    }
  }
  return forms;
}

type Kills = { app: number; drain: number; inFlight: number };

/** Sends submissions while the service and the processes that only send are killed in turn. */
async function killInTurn(
  { drill, visitors, gate }: { drill: Drill; visitors: Visitors; gate: Gate },
  size: DrillSize,
): Promise<Kills> {
  const perRound = size.messages / size.kills;
  const kills: Kills = { app: 0, drain: 0, inFlight: 0 };
  let app = await drill.start("app");
  const senders: Promise<Worker>[] = [drill.start("drain"), drill.start("drain")];
  for (let round = 1; round <= size.kills; round += 1) {
    if (round % 2 === 0) gate.shut();
    visitors.come(perRound);
    const [isAppsTurn, before] = [round % APP_KILL_EVERY === 0, visitors.acknowledged.size];
    const sender = isAppsTurn ? undefined : await senders.shift();
    const sending = visitors.sendAll(app.service.baseUrl);
    if (sender) {
      const isBusy = async () => (await drill.countInFlight(sender)) >= IN_FLIGHT_AT_LEAST;
      await untilOrLater(isBusy, WAIT_LIMIT_MS);
      kills.inFlight += await drill.kill(sender);
      kills.drain += 1;
      senders.push(drill.start("drain"));
    } else {
      const half = before + perRound / 2;
      await untilOrLater(() => visitors.acknowledged.size >= half, WAIT_LIMIT_MS);
      kills.inFlight += await drill.kill(app);
      kills.app += 1;
    }
    gate.open();
    await sending;
    if (!sender) app = await drill.start("app");
    await drill.passWaits();
  }
  await visitors.sendAll(app.service.baseUrl);
  await Promise.all(senders);
  return kills;
}

/** Visitor names by submission id. */
export async function readMessages({
  client,
}: Pick<Drill, "client">): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(
    "SELECT id, name FROM submissions",
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function untilNothingIsOwed(drill: Drill): Promise<number> {
  await untilOrLater(async () => {
    await drill.passWaits();
    return (await drill.countOwed()) === 0;
  }, END_LIMIT_MS);
  return drill.countOwed();
}

async function startSurroundings(isForgetful: boolean) {
  const gate = new Gate();
  const receiver = await startReceiver();
  receiver.reply((event, response, socket) =>
    gate.passed().then(() => answer(204)(event, response, socket)),
  );
  const twin = await startResendTwin({ isForgetful, beforeAnswer: () => gate.passed() });
  const drill = await startDrill(receiver, {
    EMAIL_MODE: "live",
    RESEND_API_KEY: "re_drill",
    RESEND_BASE_URL: twin.url,
    EMAIL_FROM: "Form Intake <forms@example.com>",
    EMAIL_RATE_PER_SECOND: "10000",
    EMAIL_IDEMPOTENCY: isForgetful ? "0" : "1",
  });
  const stop = async () => {
    gate.open();
    await drill.stop();
    await Promise.all([receiver.stop(), twin.stop()]);
  };
  return { gate, receiver, twin, drill, stop };
}

/**
 * Sends submissions to the real service while it and the processes that only send are killed in turn.
 * Passes all waiting time and returns the result of each submission, event, and email.
 */
export async function runKillDrill(size: DrillSize, provider: { isForgetful: boolean }) {
  const { gate, receiver, twin, drill, stop } = await startSurroundings(provider.isForgetful);
  try {
    const visitors = new Visitors(await createDrillForms());
    const kills = await killInTurn({ drill, visitors, gate }, size);
    return {
      kills,
      acknowledged: visitors.acknowledged,
      owed: await untilNothingIsOwed(drill),
      stored: await readMessages(drill),
      events: await readEventEnds(drill.client, receiver.received),
      emails: await readEmailEnds(drill.client, twin.sent),
    };
  } finally {
    await stop();
  }
}

type Outcome = Awaited<ReturnType<typeof runKillDrill>>;

/** The row of the table, and the numbers of lost and duplicated items. */
export function countLosses({ kills, acknowledged, stored, events, emails }: Outcome) {
  const lost = [...acknowledged.values()].filter((id) => !stored.has(id)).length;
  const repeats = events.reduce((sum, { arrivals }) => sum + Math.max(0, arrivals - 1), 0);
  const uncertain = emails.filter(({ status }) => status === "uncertain").length;
  const doubled = emails.filter(({ arrivals }) => arrivals > 1).length;
  return {
    lost,
    repeats,
    uncertain,
    doubled,
    tried: `${acknowledged.size} accepted submissions; ${kills.app} kills of the service, ${kills.drain} of a process that only sends; ${kills.inFlight} calls in progress`,
    came: `${lost} acknowledged and lost; ${events.length} events, ${repeats} repeats; ${emails.length} emails, ${uncertain} uncertain, ${doubled} duplicated`,
  };
}

type End = {
  status: string;
  /** The number of times it arrived. */
  arrivals: number;
  /** Attempts whose process was killed. */
  interrupted: number;
};

/** The result of every event: in the database, and at the receiver by event id. */
export async function readEventEnds(
  client: pg.Client,
  received: readonly ReceivedEvent[],
): Promise<(End & { hasSameBytes: boolean })[]> {
  const { rows } = await client.query<{
    event_id: string;
    status: string;
    body: string;
    interrupted: number;
  }>(
    `SELECT d.dedupe_key AS event_id, d.status, d.body,
       (SELECT count(*)::int FROM attempts a
        WHERE a.delivery_id = d.id AND a.outcome = 'interrupted') AS interrupted
     FROM deliveries d WHERE d.channel = 'webhook'`,
  );
  const bodies = Map.groupBy(received, ({ id }) => id);
  return rows.map(({ event_id, status, body, interrupted }) => {
    const arrived = bodies.get(event_id) ?? [];
    const hasSameBytes = arrived.every((event) => event.body === body);
    return { status, interrupted, arrivals: arrived.length, hasSameBytes };
  });
}

/** The result of every email: in the database, and at the provider by idempotency key. */
export async function readEmailEnds(
  client: pg.Client,
  sent: readonly ReceivedEmail[],
): Promise<End[]> {
  const { rows } = await client.query<{ key: string; status: string; interrupted: number }>(
    `SELECT d.dedupe_key AS key,
       CASE d.status WHEN 'delivered' THEN 'sent' ELSE d.status END AS status,
       (SELECT count(*)::int FROM attempts a
        WHERE a.delivery_id = d.id AND a.outcome = 'uncertain') AS interrupted
     FROM deliveries d WHERE d.channel = 'email'`,
  );
  const arrived = Map.groupBy(sent, ({ key }) => key);
  return rows.map(({ key, ...row }) => ({ ...row, arrivals: arrived.get(key)?.length ?? 0 }));
}
