import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createTarget, NO_LIMITS, openBench, POST } from "#lab/bench/open-bench";
import { startReceiver } from "#lab/bench/receiver";
import { countOf } from "#lib/core/count";
import type { SecretRow } from "#lib/core/secrets";
import { keepFigures } from "#tests/support/drills/figures";
import {
  queueEmails,
  queueRound,
  type Round,
  untilSent,
} from "#tests/support/drills/queued-deliveries";

/**
 * `npm run bench:drain`: how fast the self-hosted service captures due emails, how fast it sends due events
 * to an endpoint that takes 5 ms, and how soon a submission's event arrives under steady load. PostgreSQL has
 * its default durability. Service, database, and endpoint share this machine.
 */
const RECEIVER_DELAY_MS = 5;
const ROUNDS: Round[] = [
  { workspaces: 100, endpoints: 2, events: 20_000 },
  { workspaces: 100, endpoints: 2, events: 20_000 },
  { workspaces: 500, endpoints: 2, events: 100_000 },
  { workspaces: 1, endpoints: 1, events: 1_000 },
];
const EMAIL_ROUNDS = [
  { workspaces: 100, emails: 20_000 },
  { workspaces: 100, emails: 20_000 },
  { workspaces: 1, emails: 5_000 },
];
const POSTS_PER_SECOND = 20;
const POST_SECONDS = 30;
const POST_WORKSPACES = 20;

const bench = await openBench();
const { client } = bench;
const receiver = await startReceiver(bench.dataDir, RECEIVER_DELAY_MS);

async function post(url: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: POST });
  if (response.status !== 200) throw new Error(`rejected: ${await response.text()}`);
}

/** Submits at a steady pace to forms of several workspaces. Returns how many, all of which were accepted. */
async function postSteadily(origin: string): Promise<number> {
  const paths: string[] = [];
  const target = { notifies: true, webhookUrl: receiver.url };
  for (let count = 0; count < POST_WORKSPACES; count += 1)
    paths.push((await createTarget(client, target)).path);
  const posts: Promise<void>[] = [];
  for (let nth = 0; nth < POSTS_PER_SECOND * POST_SECONDS; nth += 1) {
    posts.push(post(`${origin}${paths[nth % paths.length]}`));
    await sleep(1000 / POSTS_PER_SECOND);
  }
  await Promise.all(posts);
  return posts.length;
}

try {
  const server = await bench.runService({ ...NO_LIMITS, ...receiver.env });
  const { encryptSecret } = await import("#lib/core/secrets");
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const encrypt = (webhook: SecretRow) => encryptSecret("webhook", webhook, secret);
  const surroundings = `${cpus().length} cores, an endpoint that takes ${RECEIVER_DELAY_MS} ms`;
  console.log(surroundings);
  for (const round of EMAIL_ROUNDS) {
    await queueEmails(client, round);
    const startedAt = performance.now();
    await untilSent(client);
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows } = await client.query<{ captured: number }>(
      "SELECT count(*)::int AS captured FROM captured_emails",
    );
    const captured = rows[0]?.captured ?? 0;
    const tried = `${countOf(round.emails, "email")} due in ${countOf(round.workspaces, "workspace")}`;
    const rate = `${Math.round(captured / seconds)}/s`;
    console.log(`${tried}:\t${rate} captured`);
    const isPassed = captured === round.emails;
    keepFigures({
      drill: "Emails captured",
      tried,
      came: `${rate}, ${captured} captured`,
      isPassed,
    });
    await client.query("TRUNCATE deliveries, captured_emails CASCADE");
  }
  for (const round of ROUNDS) {
    await queueRound(client, round, encrypt);
    await untilSent(client);
    const { received, repeats, seconds, connections } = await receiver.report();
    const { workspaces, endpoints, events } = round;
    const tried = `${countOf(events, "event")} due, ${countOf(workspaces, "workspace")} with ${countOf(endpoints, "endpoint")} each`;
    const rate = `${Math.round(received / seconds)}/s`;
    console.log(`${tried}:\t${rate}\t(${repeats} repeats, ${connections} connections)`);
    keepFigures({
      drill: `Drain rate, ${surroundings}`,
      tried,
      came: `${rate}, ${received} received, ${repeats} repeats`,
      isPassed: repeats === 0 && received === events,
    });
    await client.query("TRUNCATE deliveries CASCADE");
  }
  const accepted = await postSteadily(new URL(server.url).origin);
  await untilSent(client);
  const { received, delaysMs } = await receiver.report();
  const sorted = delaysMs.sort((one, other) => one - other);
  const at = (share: number) => `${sorted[Math.ceil(sorted.length * share) - 1]} ms`;
  const tried = `${accepted} submissions at ${POSTS_PER_SECOND}/s, each with an email and an event`;
  const came = `p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}, ${received} received`;
  console.log(`From acceptance to the endpoint, ${tried}: ${came}`);
  const isPassed = received === accepted;
  keepFigures({ drill: `From acceptance to the endpoint, ${surroundings}`, tried, came, isPassed });
} finally {
  await bench.stop();
  receiver.stop();
}
