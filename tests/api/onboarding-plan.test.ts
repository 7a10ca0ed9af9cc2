import { expect, test } from "vitest";
import { evidenceSql } from "#lib/accounts/get-onboarding";
import { db } from "#lib/db/database";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { rowsRead } from "#tests/support/setup/query-plan";

const MESSAGES = 10_000;
/** Of each of three folders, the newest 50 messages and their notifications. */
const MOST_READ = 3 * 50 * 2;

test("unfinished onboarding reads few of 10,000 messages and notifications, none of which was sent", async () => {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  await db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview,
      search_text, plan, visitor_reply_status)
    SELECT gen_random_uuid(), ${workspace.id}::uuid, ${form.id}::uuid,
      (ARRAY['inbox', 'archive', 'spam'])[1 + n % 3],
      '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 hour', '[]', '', '', '{}', 'not_eligible'
    FROM generate_series(1, ${MESSAGES}::int) AS n`;
  await db().$executeRaw`
    INSERT INTO deliveries (id, workspace_id, submission_id, channel, kind, email, status, dedupe_key,
      created_at, concurrency_key)
    SELECT gen_random_uuid(), workspace_id, id, 'email', 'notification', 'owner@example.com', 'failed',
      gen_random_uuid(), received_at, gen_random_uuid()
    FROM submissions WHERE workspace_id = ${workspace.id}::uuid`;
  await db().$executeRaw`ANALYZE submissions, deliveries, forms`;
  const read = await rowsRead(evidenceSql(workspace.ctx), ["submissions", "deliveries"]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(MOST_READ);
});
