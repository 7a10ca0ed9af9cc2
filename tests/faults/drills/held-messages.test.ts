import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encryptSecret } from "#lib/core/secrets";
import { isFullDrill, noteFigures } from "#tests/support/drills/figures";
import { untilOrLater } from "#tests/support/drills/gate";
import { queueRound } from "#tests/support/drills/queued-deliveries";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { connectEmbedded } from "#tests/support/setup/embedded-client";
import { startServer } from "#tests/support/setup/server";
import { RECEIVER_HOST, startReceiver } from "#tests/support/twins/receiver";

const WORKSPACES = 5;
const EACH = isFullDrill ? 2_000 : 400;
const ALL = WORKSPACES * EACH;
const RELEASE_LIMIT_SECONDS = 60;
const LIMIT_MS = 240_000;

/** Messages that were held last month, in workspaces with a recipient and a webhook. */
const HOLD = `
WITH verified AS (
  INSERT INTO recipients (id, workspace_id, email, email_key, created_at, verified_at)
  SELECT gen_random_uuid(), workspace_id, 'owner@example.com', 'owner@example.com', now(), now() FROM forms
  RETURNING workspace_id, id
), notified AS (
  INSERT INTO form_recipients (workspace_id, form_id, recipient_id, position)
  SELECT f.workspace_id, f.id, v.id, 0 FROM forms f JOIN verified v USING (workspace_id)
), counted AS (
  INSERT INTO message_counts (workspace_id, form_id, folder, slot, total, unread, held)
  SELECT workspace_id, id, 'inbox', 0, ${EACH}, ${EACH}, ${EACH} FROM forms
)
INSERT INTO submissions (workspace_id, id, form_id, folder, received_at, fields, preview, search_text, plan,
  visitor_reply_status, held_reason)
SELECT workspace_id, gen_random_uuid(), id, 'inbox',
  date_trunc('month', now(), 'UTC') - interval '1 hour' + n * interval '1 ms',
  json_build_array(json_build_array('message', 'Held')), 'Held', 'held',
  '{"recipients": [], "reason": "held", "ruleId": null, "ruleName": null}', 'not_eligible', 'allowance'
FROM forms, generate_series(1, ${EACH}) n`;

const COUNT_HELD = "SELECT count(*)::int AS n FROM submissions WHERE held_reason IS NOT NULL";
const COUNT_DUE = "SELECT count(*)::int AS n FROM deliveries WHERE due_at IS NOT NULL";

/** Emails and events by how many each message has, and when the last of them was queued after $1. */
const READ_RELEASED = `
SELECT emails, events, count(*)::int AS messages, max(extract(epoch FROM queued_at - $1))::float8 AS seconds
FROM (
  SELECT count(*) FILTER (WHERE d.channel = 'email')::int AS emails,
    count(*) FILTER (WHERE d.channel = 'webhook')::int AS events, max(d.created_at) AS queued_at
  FROM submissions s
  LEFT JOIN deliveries d ON d.workspace_id = s.workspace_id AND d.submission_id = s.id
  GROUP BY s.workspace_id, s.id
) per_message GROUP BY 1, 2`;

test(`${ALL} held messages go out within ${RELEASE_LIMIT_SECONDS} s of a kill during their release, each once`, {
  timeout: 2 * LIMIT_MS,
}, async ({ task, onTestFinished }) => {
  const receiver = await startReceiver();
  const dataDir = await makeDataDir();
  const authority = join(dataDir, "authority.pem");
  await writeFile(authority, receiver.ca);
  const start = () =>
    startServer({
      dataDir,
      env: {
        SECRET_KEY: process.env.SECRET_KEY ?? "",
        NODE_EXTRA_CA_CERTS: authority,
        OUTBOUND_CONNECT_TO: `${RECEIVER_HOST}:443:127.0.0.1:${receiver.port}`,
      },
    });
  let service = await start();
  onTestFinished(async () => {
    await service.stop();
    await receiver.stop();
    await removeDataDir(dataDir);
  }, 60_000);

  let client = await connectEmbedded(dataDir);
  const count = async (text: string) => (await client.query<{ n: number }>(text)).rows[0]?.n ?? 0;
  const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
  await queueRound(client, { workspaces: WORKSPACES, endpoints: 1, events: 0 }, (webhook) =>
    encryptSecret("webhook", webhook, secret),
  );
  await client.query(`UPDATE forms SET settings = '{"subject": "New message"}'`);
  await client.query(HOLD);
  await untilOrLater(async () => (await count(COUNT_HELD)) < ALL, LIMIT_MS);
  await service.kill();
  const killedAt = new Date();
  await client.end().catch(() => undefined);
  service = await start();
  client = await connectEmbedded(dataDir);
  onTestFinished(() => client.end());
  const leftAtKill = await count(COUNT_HELD);
  await untilOrLater(
    async () => (await count(COUNT_HELD)) === 0 && (await count(COUNT_DUE)) === 0,
    LIMIT_MS,
  );

  const { rows } = await client.query<{
    emails: number;
    events: number;
    messages: number;
    seconds: number;
  }>(READ_RELEASED, [killedAt]);
  const seconds = Math.max(...rows.map((row) => row.seconds));
  noteFigures(task, {
    drill: "A month's end with a kill",
    tried: `${ALL} held messages in ${WORKSPACES} workspaces; the service and its database killed with ${leftAtKill} still held`,
    came: `${receiver.received.length} events; the last message was released ${seconds.toFixed(1)} s after the kill`,
  });
  expect(leftAtKill).toBeGreaterThan(0);
  expect(rows.map(({ emails, events, messages }) => ({ emails, events, messages }))).toEqual([
    { emails: 1, events: 1, messages: ALL },
  ]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(ALL);
  const captured = "SELECT count(DISTINCT series_key)::int AS n FROM captured_emails";
  expect(await count(captured)).toBe(ALL);
  expect(seconds).toBeLessThan(RELEASE_LIMIT_SECONDS);
});
