import type { Owner } from "#tests/support/factories/owner";
import { withEmbeddedDatabase } from "#tests/support/setup/embedded-client";

/** Changes data of the running service behind its back. */
export async function runSql(dataDir: string, sql: string, values: unknown[]): Promise<void> {
  await withEmbeddedDatabase(dataDir, (client) => client.query(sql, values));
}

/** A year of growing traffic with quiet weekends, and some spam. */
const EARLIER_DAYS = `
  INSERT INTO usage_slots (workspace_id, day, slot, accepted, spam)
  SELECT $1, d::date, 0,
    CASE WHEN extract(isodow FROM d) > 5 THEN age % 4 ELSE 6 + (370 - age) / 26 + age * 7 % 11 END,
    age * 5 % 4
  FROM (SELECT d, (current_date - d::date) AS age
    FROM generate_series(current_date - 364, current_date - 1, interval '1 day') AS d) AS days`;

/**
 * Data that a workspace has only after some time: figures of earlier months, and a token that has
 * expired.
 */
export async function givePast(dataDir: string, owner: Owner, tokenId: string): Promise<void> {
  const { workspaceId } = (await (await owner.api("GET", "/token", 200)).json()).data;
  await runSql(dataDir, EARLIER_DAYS, [workspaceId]);
  await runSql(
    dataDir,
    `UPDATE tokens SET created_at = now() - interval '91 days', expires_at = now() - interval '1 day',
       last_used_at = now() - interval '3 days'
     WHERE id = $1`,
    [tokenId],
  );
}

/** Makes a workspace one that has accepted this many messages this month. */
export async function setAccepted(dataDir: string, owner: Owner, accepted: number): Promise<void> {
  const { workspaceId } = (await (await owner.api("GET", "/token", 200)).json()).data;
  await runSql(dataDir, "DELETE FROM usage_slots WHERE workspace_id = $1", [workspaceId]);
  await runSql(
    dataDir,
    `INSERT INTO usage_slots (workspace_id, day, slot, accepted, spam)
     VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 0, $2, 0)`,
    [workspaceId, accepted],
  );
}

/** Breaks a workspace's test inbox with an unknown email type; call it with a known type to repair it. */
export async function setEmailKinds(dataDir: string, owner: Owner, kind: string): Promise<void> {
  await runSql(
    dataDir,
    `UPDATE captured_emails SET kind = $1 WHERE workspace_id IN (
       SELECT s.workspace_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $2)`,
    [kind, owner.email],
  );
}

/** Deletes a message's emails from the test inbox, as maintenance does after 30 days. */
export async function forgetCaptured(dataDir: string, messageId: string): Promise<void> {
  await runSql(
    dataDir,
    `DELETE FROM captured_emails WHERE series_key IN (
       SELECT dedupe_key FROM deliveries WHERE submission_id = $1)`,
    [messageId],
  );
}

/** Makes the next attempts of a message's deliveries overdue, as while nothing drains the queue. */
export async function delayAttempts(dataDir: string, messageId: string): Promise<void> {
  await runSql(
    dataDir,
    `UPDATE deliveries SET next_attempt_at = now() - interval '3 minutes', due_at = now() + interval '1 hour'
     WHERE submission_id = $1 AND status = 'retrying'`,
    [messageId],
  );
}

/** Ends the deliveries of a message as if their next attempt had succeeded. */
export async function endDeliveries(dataDir: string, messageId: string): Promise<void> {
  await runSql(
    dataDir,
    `UPDATE deliveries SET status = 'delivered', due_at = NULL, next_attempt_at = NULL, claim_token = NULL
     WHERE submission_id = $1`,
    [messageId],
  );
}

/** Changes when a message was received. */
export async function moveArrival(dataDir: string, messageId: string, at: number): Promise<void> {
  const sql = "UPDATE submissions SET received_at = $2 WHERE id = $1";
  await runSql(dataDir, sql, [messageId, new Date(at)]);
}

/** One message per minute, starting an hour ago and going back. Every third is read. */
const MANY_MESSAGES = `
  INSERT INTO submissions (id, workspace_id, form_id, folder, is_read, received_at, fields, name,
    preview, search_text, plan, visitor_reply_status, visitor_reply_reason)
  SELECT gen_random_uuid(), f.workspace_id, f.id, 'inbox', n % 3 = 0, now() - (n + 60) * interval '1 minute',
    json_build_array(json_build_array('message', 'Message ' || n)), 'Sender ' || n, 'Message ' || n,
    'message ' || n, '{"recipients":[],"reason":"notifications_disabled","ruleId":null,"ruleName":null}',
    'not_eligible', 'not_configured'
  FROM forms f, generate_series(1, $2::int) n WHERE f.id = $1`;

/** The counts that intake maintains. */
const THEIR_COUNTS = `
  INSERT INTO message_counts AS c (workspace_id, form_id, folder, slot, total, unread)
  SELECT workspace_id, id, 'inbox', 0, $2::int, $2::int - $2::int / 3 FROM forms WHERE id = $1
  ON CONFLICT (workspace_id, form_id, folder, slot) DO UPDATE
  SET total = c.total + EXCLUDED.total, unread = c.unread + EXCLUDED.unread`;

/** More messages than a test could wait for: "Sender 1" with "Message 1" is the newest. */
export async function giveMany(dataDir: string, form: { id: string }, count: number) {
  for (const sql of [MANY_MESSAGES, THEIR_COUNTS]) await runSql(dataDir, sql, [form.id, count]);
}
