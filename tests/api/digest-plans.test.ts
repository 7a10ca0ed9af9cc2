import { beforeAll, expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { newMessagesSql } from "#lib/domain/emails/digests/new-messages";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { rowsRead } from "#tests/support/setup/query-plan";

const MESSAGES = 20_000;
const END = new Date("2026-11-20T12:00:00Z");
let workspaceId: string;
let formId: string;

/** A form with a message each minute, one in 500 of which left spam later. */
beforeAll(async () => {
  const workspace = await createWorkspace();
  workspaceId = workspace.id;
  formId = (await createForm(workspace)).id;
  await db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview, search_text, plan,
      visitor_reply_status, new_from)
    SELECT gen_random_uuid(), ${workspaceId}::uuid, ${formId}::uuid, (ARRAY['inbox', 'archive', 'spam'])[1 + n % 3],
      ${END}::timestamptz - n * interval '1 minute', '[]', '', '', '{}', 'not_eligible',
      CASE WHEN n % 500 = 0 THEN ${END}::timestamptz - n * interval '30 seconds' END
    FROM generate_series(1, ${MESSAGES}::int) AS n`;
  await db().$executeRaw`ANALYZE submissions, forms, deliveries`;
});

test("a digest reads the messages of its window, whatever a form has", async () => {
  const since = new Date(END.getTime() - 3_600_000);
  const reader = { workspaceId, recipientId: null, until: END, now: END };
  const { text, values } = newMessagesSql(reader, 1_001);
  const window = JSON.stringify([{ id: formId, since }]);
  const given = `$${values.length + 1}::json`;
  const query = `SELECT came.* FROM json_to_recordset(${given}) AS g(id uuid, since timestamptz)
    CROSS JOIN LATERAL (${text}) came`;
  const read = await rowsRead({ text: query, values: [...values, window] }, ["submissions"]);
  expect(read).toBeGreaterThan(30);
  expect(read).toBeLessThan(200);
});

test("what is due is found without reading what isn't", async () => {
  const { rows } = await pool().query<{ "QUERY PLAN": string }>(`
    EXPLAIN SELECT workspace_id, user_id FROM notification_choices
    WHERE next_at <= now() GROUP BY 1, 2 ORDER BY min(next_at) LIMIT 100`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("notification_choices_due_idx");
});
