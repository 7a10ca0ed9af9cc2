import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { RECEIVER_HOST } from "#tests/support/twins/receiver";

export type Round = {
  workspaces: number;
  /** The number per workspace. */
  endpoints: number;
  /** The number of all endpoints. */
  events: number;
  /** The path of the endpoints' URLs; by default `/hook`. */
  path?: string;
};

/** $1 workspaces, $2 endpoints of each. */
const MAKE_ENDPOINTS = [
  `CREATE TEMP TABLE bench AS SELECT gen_random_uuid() AS workspace_id, gen_random_uuid() AS form_id,
     gen_random_uuid() AS webhook_id, gen_random_uuid() AS revision, w, e
   FROM generate_series(1, $1::int) w, generate_series(1, $2::int) e`,
  "UPDATE bench b SET workspace_id = f.workspace_id FROM bench f WHERE f.w = b.w AND f.e = 1",
  `INSERT INTO workspaces SELECT workspace_id, 'Bench', 'scale', now() FROM bench WHERE e = 1`,
  `INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
   SELECT form_id, workspace_id, 'Bench', 'active', form_id::text, '{}', now(), now() FROM bench`,
];
/** $1 URL, $2 webhooks, $3 their encrypted secrets. */
const MAKE_WEBHOOKS = `
  INSERT INTO webhooks (id, workspace_id, form_id, url, enabled, revision, sealed_secret, health,
    created_at, updated_at)
  SELECT webhook_id, workspace_id, form_id, $1, true, revision, sealed, 'healthy', now(), now()
  FROM bench JOIN unnest($2::uuid[], $3::bytea[]) AS s(webhook_id, sealed) USING (webhook_id)`;
const MAKE_EVENTS = [
  `CREATE TEMP TABLE bench_events AS
   SELECT b.*, gen_random_uuid() AS id, gen_random_uuid() AS event_id, n
   FROM generate_series(1, $1::int) n
   JOIN (SELECT *, row_number() OVER () - 1 AS nr, count(*) OVER () AS total FROM bench) b
     ON b.nr = n % b.total`,
  `INSERT INTO deliveries (id, workspace_id, channel, webhook_id, revision, dedupe_key, kind, status,
     body, created_at, next_attempt_at, concurrency_key, due_at)
   SELECT id, workspace_id, 'webhook', webhook_id, revision, event_id, 'webhook.test', 'queued',
     json_build_object('id', event_id, 'type', 'webhook.test', 'data',
       json_build_object('message', repeat('A message of ordinary length. ', 20))), now(), now(),
     webhook_id, now() + n * interval '1 microsecond'
   FROM bench_events`,
];

/** Encrypts the signing secret of a webhook. */
type EncryptSecret = (webhook: { workspaceId: string; id: string }) => Uint8Array;

async function makeWebhooks(client: pg.Client, url: string, encrypt: EncryptSecret): Promise<void> {
  const { rows } = await client.query<{ workspaceId: string; id: string }>(
    `SELECT workspace_id AS "workspaceId", webhook_id AS id FROM bench`,
  );
  const secrets = rows.map((webhook) => Buffer.from(encrypt(webhook)));
  await client.query(MAKE_WEBHOOKS, [url, rows.map(({ id }) => id), secrets]);
}

/** Creates webhooks with all their due events at once. */
export async function queueRound(
  client: pg.Client,
  round: Round,
  encrypt: EncryptSecret,
): Promise<void> {
  await client.query("BEGIN");
  for (const [index, text] of MAKE_ENDPOINTS.entries())
    await client.query(text, index === 0 ? [round.workspaces, round.endpoints] : []);
  await makeWebhooks(client, `https://${RECEIVER_HOST}${round.path ?? "/hook"}`, encrypt);
  for (const [index, text] of MAKE_EVENTS.entries())
    await client.query(text, index === 0 ? [round.events] : []);
  await client.query("DROP TABLE bench, bench_events");
  await client.query("COMMIT");
}

/** $1 workspaces, $2 emails. */
const MAKE_EMAILS = [
  `CREATE TEMP TABLE bench AS SELECT gen_random_uuid() AS workspace_id, gen_random_uuid() AS form_id,
     row_number() OVER () - 1 AS nr FROM generate_series(1, $1::int)`,
  "INSERT INTO workspaces SELECT workspace_id, 'Bench', 'scale', now() FROM bench",
  `INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
   SELECT form_id, workspace_id, 'Bench', 'active', form_id::text, '{"subject": "New message"}', now(),
     now() FROM bench`,
  `CREATE TEMP TABLE bench_emails AS
   SELECT b.*, gen_random_uuid() AS id, gen_random_uuid() AS submission_id, n
   FROM generate_series(1, $1::int) n JOIN bench b ON b.nr = n % (SELECT count(*) FROM bench)`,
  `INSERT INTO submissions (workspace_id, id, form_id, folder, received_at, fields, email, preview,
     search_text, plan, visitor_reply_status)
   SELECT workspace_id, submission_id, form_id, 'inbox', now(), json_build_array(
     json_build_array('name', 'Ada Lovelace'), json_build_array('email', 'ada@example.com'),
     json_build_array('message', repeat('A message of ordinary length. ', 20))), 'ada@example.com',
     'Ada Lovelace', '', '{}', 'not_eligible' FROM bench_emails`,
  `INSERT INTO deliveries (workspace_id, id, channel, submission_id, kind, email, status, dedupe_key,
     concurrency_key, created_at, next_attempt_at, due_at)
   SELECT workspace_id, id, 'email', submission_id, 'notification', 'owner@example.com', 'queued',
     gen_random_uuid(), '00000000-0000-0000-0000-000000000000', now(), now(),
     now() + n * interval '1 microsecond' FROM bench_emails`,
  "DROP TABLE bench, bench_emails",
];

/** Creates submissions with all their due notifications at once. */
export async function queueEmails(
  client: pg.Client,
  { workspaces, emails }: { workspaces: number; emails: number },
): Promise<void> {
  const values: Record<number, number[]> = { 0: [workspaces], 3: [emails] };
  await client.query("BEGIN");
  for (const [index, text] of MAKE_EMAILS.entries()) await client.query(text, values[index] ?? []);
  await client.query("COMMIT");
}

export async function untilSent(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("SELECT FROM deliveries WHERE due_at IS NOT NULL LIMIT 1");
    if (rows.length === 0) return;
    await sleep(100);
  }
}
