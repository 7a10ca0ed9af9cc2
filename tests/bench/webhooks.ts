import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { applyMigrations } from "#lib/db/migrate";
import { startEmbeddedDatabase } from "#scripts/embedded-database";
import { findFreePort } from "#scripts/free-port";
import { runServer } from "#tests/bench/processes";
import type { ReceiverReport } from "#tests/bench/slow-receiver";
import { createAuthority, createCertificate } from "#tests/support/certificates";
import { RECEIVER_HOST } from "#tests/support/receiver";

/**
 * `npm run bench:webhooks`: how fast the self-hosted service sends events that are due, against a
 * receiver on this machine that takes 5 ms, with PostgreSQL's default durability. Service, database
 * and receiver share the machine.
 */
const RECEIVER_DELAY_MS = 5;
const SECRET_KEY = "bench".repeat(8);
const ROUNDS = [
  { workspaces: 100, endpoints: 2, events: 20_000 },
  { workspaces: 100, endpoints: 2, events: 20_000 },
  { workspaces: 500, endpoints: 2, events: 100_000 },
  { workspaces: 1, endpoints: 1, events: 1_000 },
];
type Round = (typeof ROUNDS)[number];

/** $1 workspaces, $2 endpoints of each, $3 URL, $4 sealed secret. */
const MAKE_ENDPOINTS = [
  `CREATE TEMP TABLE bench AS SELECT gen_random_uuid() AS workspace_id, gen_random_uuid() AS form_id,
     gen_random_uuid() AS webhook_id, gen_random_uuid() AS revision, w, e
   FROM generate_series(1, $1::int) w, generate_series(1, $2::int) e`,
  "UPDATE bench b SET workspace_id = f.workspace_id FROM bench f WHERE f.w = b.w AND f.e = 1",
  `INSERT INTO workspaces SELECT workspace_id, 'Bench', 'scale', now() FROM bench WHERE e = 1`,
  `INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
   SELECT form_id, workspace_id, 'Bench', 'active', form_id::text, '{}', now(), now() FROM bench`,
  `INSERT INTO webhooks (id, workspace_id, form_id, url, enabled, revision, sealed_secret, health,
     created_at, updated_at)
   SELECT webhook_id, workspace_id, form_id, $1, true, revision, $2, 'healthy', now(), now() FROM bench`,
];
const MAKE_EVENTS = [
  `CREATE TEMP TABLE bench_events AS
   SELECT b.*, gen_random_uuid() AS id, gen_random_uuid() AS event_id, n
   FROM generate_series(1, $1::int) n
   JOIN (SELECT *, row_number() OVER () - 1 AS nr, count(*) OVER () AS total FROM bench) b
     ON b.nr = n % b.total`,
  `INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, revision, event_id, type, status,
     series_trigger, body, created_at, next_attempt_at)
   SELECT id, workspace_id, webhook_id, revision, event_id, 'webhook.test', 'queued', 'automatic',
     json_build_object('id', event_id, 'type', 'webhook.test', 'data',
       json_build_object('message', repeat('A message of ordinary length. ', 20))), now(), now()
   FROM bench_events`,
  `INSERT INTO outbox (id, workspace_id, kind, subject_id, lane, due_at, created_at)
   SELECT gen_random_uuid(), workspace_id, 'webhook', id, webhook_id,
     now() + n * interval '1 microsecond', now()
   FROM bench_events`,
];

async function queue(client: pg.Client, round: Round, sealedSecret: Uint8Array): Promise<void> {
  const values = [
    [round.workspaces, round.endpoints],
    [],
    [],
    [],
    [`https://${RECEIVER_HOST}/hook`, sealedSecret],
  ];
  await client.query("BEGIN");
  for (const [index, text] of MAKE_ENDPOINTS.entries()) await client.query(text, values[index]);
  for (const [index, text] of MAKE_EVENTS.entries())
    await client.query(text, index === 0 ? [round.events] : []);
  await client.query("DROP TABLE bench, bench_events");
  await client.query("COMMIT");
}

async function untilSent(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("SELECT FROM outbox LIMIT 1");
    if (rows.length === 0) return;
    await sleep(100);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "form-intake-bench-"));
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const client = new pg.Client({ connectionString: database.url });
const authority = await createAuthority();
const certificateFile = join(dataDir, "certificate.json");
const authorityFile = join(dataDir, "authority.pem");
writeFileSync(
  certificateFile,
  JSON.stringify(await createCertificate([RECEIVER_HOST], { authority })),
);
writeFileSync(authorityFile, authority.cert);
const receiver = fork(fileURLToPath(new URL("slow-receiver.ts", import.meta.url)), [
  certificateFile,
  String(RECEIVER_DELAY_MS),
]);
const [{ port: receiverPort }] = (await once(receiver, "message")) as [{ port: number }];

async function askReceiver(): Promise<ReceiverReport> {
  receiver.send("report");
  const [report] = (await once(receiver, "message")) as [ReceiverReport];
  return report;
}

let stopServer = async () => {};
try {
  await applyMigrations(database.url);
  await client.connect();
  const server = await runServer({
    name: "service",
    args: ["scripts/run.mjs", "start"],
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      NODE_ENV: "production",
      SECRET_KEY,
      NODE_EXTRA_CA_CERTS: authorityFile,
      OUTBOUND_CONNECT_TO: `${RECEIVER_HOST}:443:127.0.0.1:${receiverPort}`,
    },
    port: await findFreePort(),
    path: "/",
  });
  stopServer = server.stop;
  process.env.SECRET_KEY = SECRET_KEY;
  const { encryptSecret } = await import("#lib/core/secrets");
  const sealed = encryptSecret(`whsec_${Buffer.alloc(32, 7).toString("base64")}`);
  console.log(`${cpus().length} cores, a receiver that takes ${RECEIVER_DELAY_MS} ms`);
  for (const round of ROUNDS) {
    await queue(client, round, sealed);
    await untilSent(client);
    const { received, repeats, seconds, connections } = await askReceiver();
    const { workspaces, endpoints, events } = round;
    const rate = Math.round(received / seconds);
    console.log(
      `${events} events due, ${workspaces} workspaces with ${endpoints} endpoints each:\t${rate}/s\t(${received} received, ${repeats} repeats, ${connections} connections)`,
    );
    await client.query("TRUNCATE outbox, webhook_deliveries CASCADE");
  }
} finally {
  await stopServer();
  receiver.disconnect();
  await client.end();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
