import pg from "pg";
import { v7 } from "uuid";
import { makeFields } from "#lab/bench/corpus";
import { applyMigrations } from "#lib/adapters/db/migrate";
import { makeSearchText } from "#lib/core/fields/search-text";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { makePreview } from "#lib/domain/intake/fields";
import { makeTokenSecret, PREFIX_LENGTH } from "#lib/domain/tokens/authenticate-token";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { createDatabaseSql } from "#tests/support/setup/test-postgres";

const MINUTE_MS = 60_000;
const ROWS_AT_ONCE = 2_000;
const FORMS = 3;
const SETTINGS = {
  subject: "New form submission",
  allowedOrigins: [],
  redirectUrl: "",
  honeypot: "botcheck",
  messageRetentionDays: null,
  uploads: { enabled: false, retentionDays: 30 },
};
const PLAN = { recipients: [], reason: "notifications_disabled", ruleId: null, ruleName: null };

/** A workspace of the benchmark, and what requests to it need. */
export type Filled = { token: string; formIds: string[]; messageId: string };

/** An empty, migrated database on the same server, which the role of `serverUrl` owns. */
export async function createDatabase(
  { adminUrl, url: serverUrl }: { adminUrl: string; url: string },
  name: string,
): Promise<string> {
  const server = new pg.Client({ connectionString: adminUrl });
  await server.connect();
  await server.query(`DROP DATABASE IF EXISTS ${name}`);
  await server.query(createDatabaseSql(name, serverUrl));
  await server.end();
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await applyMigrations(url);
  return url;
}

async function createWorkspace(client: pg.Client): Promise<{ id: string; formIds: string[] }> {
  const id = newId();
  await client.query(
    "INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, 'Bench', 'scale', now())",
    [id],
  );
  const formIds = Array.from({ length: FORMS }, () => newId());
  for (const formId of formIds)
    await client.query(
      `INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
      VALUES ($1, $2, 'Bench', 'active', $3, $4, now(), now())`,
      [formId, id, formId.replaceAll("-", ""), SETTINGS],
    );
  return { id, formIds };
}

async function createToken(client: pg.Client, workspaceId: string): Promise<string> {
  const secret = makeTokenSecret();
  await client.query(
    `INSERT INTO tokens (id, workspace_id, name, scopes, hash, prefix, created_at, expires_at)
    VALUES ($1, $2, 'Bench', $3, $4, $5, now(), now() + interval '1 day')`,
    [newId(), workspaceId, [...SCOPE_NAMES], sha256(secret), secret.slice(0, PREFIX_LENGTH)],
  );
  return secret;
}

/** Form (70, 20, 10 %), folder (80, 15, 5 %) and read state (5 % unread) of the nth submission. */
function stateOf(n: number, formIds: readonly string[]) {
  const random = (n * 2_654_435_761) >>> 0;
  const form = random % 10;
  const folder = (random >>> 8) % 100;
  return {
    formId: formIds[form < 7 ? 0 : form < 9 ? 1 : 2],
    folder: folder < 80 ? "inbox" : folder < 95 ? "spam" : "archive",
    isRead: (random >>> 16) % 100 >= 5,
  };
}

const INSERT = `
  INSERT INTO submissions (id, workspace_id, form_id, folder, is_read, received_at, fields, name, email,
    preview, search_text, search_indexed, plan, visitor_reply_status)
  SELECT id, $1, form_id, folder, is_read, received_at, fields, name, email, preview, search_text, true, $2,
    'not_eligible'
  FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::bool[], $7::timestamptz[], $8::json[], $9::text[],
    $10::text[], $11::text[], $12::text[])
    AS r(id, form_id, folder, is_read, received_at, fields, name, email, preview, search_text)`;

/** Stores `total` submissions, one per minute until now. Returns the ID of the one in the middle. */
export async function fillForms(
  client: pg.Client,
  { id: workspaceId, formIds }: { id: string; formIds: readonly string[] },
  total: number,
): Promise<string> {
  const startMs = Date.now() - total * MINUTE_MS;
  let messageId = "";
  for (let first = 0; first < total; first += ROWS_AT_ONCE) {
    const columns: unknown[][] = Array.from({ length: 10 }, () => []);
    for (let n = first; n < Math.min(total, first + ROWS_AT_ONCE); n += 1) {
      const fields = makeFields(n, total);
      const { formId, folder, isRead } = stateOf(n, formIds);
      const at = new Date(startMs + n * MINUTE_MS);
      const id = v7({ msecs: at.getTime() });
      if (n === Math.floor(total / 2)) messageId = id;
      const [[, name] = [], [, email] = []] = fields;
      const texts = [name, email, makePreview(fields), makeSearchText(fields)];
      const row = [id, formId, folder, isRead, at, JSON.stringify(fields), ...texts];
      for (const [index, value] of row.entries()) columns[index]?.push(value);
    }
    await client.query(INSERT, [workspaceId, PLAN, ...columns]);
  }
  return messageId;
}

/** Creates a workspace with `total` submissions, one per minute until now. */
export async function fillWorkspace(client: pg.Client, total: number): Promise<Filled> {
  const workspace = await createWorkspace(client);
  const messageId = await fillForms(client, workspace, total);
  const token = await createToken(client, workspace.id);
  return { token, formIds: workspace.formIds, messageId };
}

/** Creates more workspaces with copies of the stored submissions. */
export async function fillOthers(client: pg.Client, count: number, each: number): Promise<void> {
  const others = [];
  for (let n = 0; n < count; n += 1) others.push(await createWorkspace(client));
  await client.query(
    `INSERT INTO submissions (id, workspace_id, form_id, folder, is_read, received_at, fields, name,
      email, preview, search_text, search_indexed, plan, visitor_reply_status)
    SELECT gen_random_uuid(), o.workspace_id, o.form_id, folder, is_read, received_at, fields, name,
      email, preview, search_text, true, plan, visitor_reply_status
    FROM (SELECT *, row_number() OVER () - 1 AS n FROM submissions LIMIT $3) s
    JOIN unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS o(workspace_id, form_id, nth)
      ON o.nth = 1 + s.n % ${count}`,
    [others.map(({ id }) => id), others.map(({ formIds }) => formIds[0]), count * each],
  );
}

/** Runs work that stores many submissions, and creates their indexes afterwards, like pg_restore. */
export async function inBulk<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'submissions' AND indexname <> 'submissions_pkey'`,
  );
  const { rows: keys } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = 'submissions'::regclass AND contype = 'f'`,
  );
  for (const { name } of keys)
    await client.query(`ALTER TABLE submissions DROP CONSTRAINT "${name}"`);
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  const result = await work(client);
  for (const { definition } of indexes) await client.query(definition);
  for (const { name, definition } of keys)
    await client.query(`ALTER TABLE submissions ADD CONSTRAINT "${name}" ${definition}`);
  await client.query(`
    INSERT INTO message_counts (workspace_id, form_id, folder, slot, total, unread)
    SELECT workspace_id, form_id, folder, 0, count(*), count(*) FILTER (WHERE NOT is_read)
    FROM submissions GROUP BY workspace_id, form_id, folder`);
  await client.query(`
    INSERT INTO usage_slots (workspace_id, day, slot, accepted, spam)
    SELECT workspace_id, (received_at AT TIME ZONE 'UTC')::date, 0,
      count(*) FILTER (WHERE folder <> 'spam'), count(*) FILTER (WHERE folder = 'spam')
    FROM submissions GROUP BY 1, 2`);
  await client.end();
  return result;
}

/** Does the work of autovacuum now instead of later. */
export async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.end();
}
