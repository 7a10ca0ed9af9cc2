import pg from "pg";
import { expect, inject, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields";
import { newId } from "#lib/core/ids";
import { foldCase } from "#lib/core/text";
import { applyMigrations, readMigrations } from "#lib/db/migrate";
import { makeSearchText } from "#lib/intake/fields";

const MIGRATION = "20261121170000_search_index";

/** A database at the state before the migration, with one form. */
async function createOldDatabase() {
  const server = new pg.Client({ connectionString: inject("serverUrl") });
  await server.connect();
  const name = `search_migration_${process.env.VITEST_POOL_ID}`;
  await server.query(`DROP DATABASE IF EXISTS ${name}`);
  await server.query(`CREATE DATABASE ${name}`);
  await server.end();
  const url = Object.assign(new URL(inject("serverUrl")), { pathname: `/${name}` }).href;
  const migrations = await readMigrations();
  const older = migrations.filter((migration) => migration.name < MIGRATION);
  await applyMigrations(url, { migrations: older });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [workspaceId, formId] = [newId(), newId()];
  await client.query(
    "INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, '', '', now())",
    [workspaceId],
  );
  await client.query(
    `INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
    VALUES ($1, $2, '', '', '', '{}', now(), now())`,
    [formId, workspaceId],
  );
  const store = (fields: FieldPairs, searchText: string) =>
    client.query(
      `INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview,
        search_text, plan, visitor_reply_status)
      VALUES ($1, $2, $3, 'inbox', now(), $4, '', $5, '{}', '')`,
      [newId(), workspaceId, formId, JSON.stringify(fields), searchText],
    );
  return { client, store, migrate: () => applyMigrations(url) };
}

/** Search text before the migration, with values separated by line breaks. */
function joinByLines(fields: FieldPairs): string {
  return foldCase(fields.flatMap(([, value]) => value).join("\n"));
}

test("the migration separates the values of older submissions and adds them all to the search backlog", async () => {
  const { client, store, migrate } = await createOldDatabase();
  const before: FieldPairs[] = [
    [["a", "Hello"]],
    [["a", "one\ntwo"]],
    [
      ["a", "Straße"],
      ["b", "İ Σ"],
      ["c", ""],
    ],
    [
      ["a", "first\nsecond\r\n"],
      ["b", ["x", "", "\n\n", "y\u001fz"]],
      ["c", "\nlast"],
    ],
    [
      ["a", ""],
      ["b", ""],
    ],
  ];
  const since: FieldPairs[] = [
    [
      ["a", "one\ntwo"],
      ["b", "three"],
    ],
    [
      ["a", "\n"],
      ["b", ["", ""]],
    ],
  ];
  for (const fields of before) await store(fields, joinByLines(fields));
  for (const fields of since) await store(fields, makeSearchText(fields));
  await migrate();
  const { rows } = await client.query<{ fields: FieldPairs; search_text: string }>(
    "SELECT fields, search_text FROM submissions",
  );
  expect(rows).toHaveLength(before.length + since.length);
  for (const { fields, search_text } of rows)
    expect(search_text, JSON.stringify(fields)).toBe(makeSearchText(fields));
  const backlog = await client.query(
    "SELECT FROM submissions s JOIN search_backlog b ON (b.workspace_id, b.received_at, b.submission_id) = (s.workspace_id, s.received_at, s.id)",
  );
  expect(backlog.rowCount).toBe(rows.length);
  await client.end();
});
