import { beforeAll, expect, test } from "vitest";
import { byId, db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { WHOLE_LIST } from "#lib/core/cursor";
import { newId } from "#lib/core/ids";
import { EMAIL_CONCURRENCY_KEY } from "#lib/domain/deliveries/claim";
import { isVisibleSql, pageSql, withinDays } from "#lib/domain/submissions/inbox/filter-sql";
import { InboxFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { createForm, createOwnForm } from "#tests/support/factories/factories";
import { rowsRead } from "#tests/support/setup/query-plan";

const MESSAGES = 20_000;
/** Messages with a failed delivery. */
const FAILED = 40;
const LIMIT = 26;
/** Messages that are left to do. */
const FEW = 20;
const QUIET = newId();
/** Members: half of the messages are this one's, and every 701st is the other's. */
const BUSY_MEMBER = newId();
const RARE_MEMBER = newId();
let ctx: Context;

/**
 * Messages of two years: the busy form's have no files, the quiet form has every 500th and files in half. Every 901st is
 * answered, and every 801st has notes.
 */
beforeAll(async () => {
  const { workspace, form: busy } = await createOwnForm();
  ctx = workspace.ctx;
  const quiet = await createForm(workspace);
  await db().form.update({ where: byId(ctx, quiet.id), data: { id: QUIET } });
  await db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, is_read, received_at, fields, preview,
      search_text, plan, visitor_reply_status, attachment_count, answered_at, assignee_id,
      has_notes)
    SELECT gen_random_uuid(), ${workspace.id}::uuid,
      CASE WHEN n % 500 = 0 THEN ${QUIET}::uuid ELSE ${busy.id}::uuid END,
      (ARRAY['inbox', 'archive', 'spam'])[1 + n % 3], n % 400 <> 0,
      '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 hour', '[]', '', '', '{}', 'not_eligible',
      CASE WHEN n % 1000 = 0 OR n % 300 = 7 THEN 1 ELSE 0 END, CASE WHEN n % 901 = 5 THEN now() END,
      CASE WHEN n % 701 = 0 THEN ${RARE_MEMBER}::uuid WHEN n % 2 = 0 THEN ${BUSY_MEMBER}::uuid END,
      n % 801 = 3
    FROM generate_series(1, ${MESSAGES}::int) AS n`;
  await db().$executeRaw`
    INSERT INTO deliveries (id, workspace_id, channel, kind, submission_id, status, email, dedupe_key, created_at,
      concurrency_key)
    SELECT gen_random_uuid(), workspace_id, 'email', 'notification', id,
      CASE WHEN row_number() OVER () % 500 = 0 THEN 'failed' ELSE 'delivered' END, 'a@example.com',
      gen_random_uuid(), received_at, ${EMAIL_CONCURRENCY_KEY}::uuid
    FROM submissions WHERE workspace_id = ${workspace.id}::uuid`;
  await db().$executeRaw`ANALYZE submissions, forms, deliveries`;
});

const FILTERS: readonly Record<string, string>[] = [
  { hasFiles: "true" },
  { hasFiles: "true", formId: QUIET },
  { hasFiles: "true", unread: "true" },
  { hasFiles: "true", from: "2024-10-01", to: "2025-01-31" },
  { from: "2025-03-01", to: "2025-03-31" },
  { to: "2024-12-31", formId: QUIET },
  { unread: "true", to: "2025-12-31" },
  { answered: "true" },
  { answered: "true", from: "2024-10-01", to: "2025-06-30" },
  { answered: "false" },
  { assigneeId: BUSY_MEMBER },
  { assigneeId: RARE_MEMBER },
  { assigneeId: RARE_MEMBER, answered: "false" },
  { assigneeId: "none" },
  { assigneeId: "none", answered: "false" },
  { hasNotes: "true" },
  { hasNotes: "true", from: "2024-10-01", to: "2025-06-30" },
  { hasNotes: "false" },
  { hasNotes: "false", answered: "false" },
];

test.for(
  FILTERS.flatMap((filter) => [
    { ...filter, folder: "inbox" },
    { ...filter, folder: "all" },
  ]),
)("of 20,000 messages, %j reads about as many as it lists", async (query) => {
  const filter = InboxFilter.parse(query);
  const range = withinDays(WHOLE_LIST, filter);
  const { text, values } = pageSql(ctx, filter, range, LIMIT, { only: isVisibleSql(ctx) });
  const read = await rowsRead({ text, values }, ["submissions"]);
  expect(read).toBeGreaterThan(0);
  // "All" merges three folders. Few are unread and have files.
  expect(read).toBeLessThanOrEqual(2 * LIMIT + (filter.folder === "all" ? 50 : 0));
});

test.each([
  { answered: "false" as const },
  { assigneeId: "none" },
  { answered: "false" as const, assigneeId: "none" },
  { answered: "false" as const, assigneeId: BUSY_MEMBER },
  { hasNotes: "false" as const },
  { hasNotes: "false" as const, assigneeId: "none" },
])("where all but a few old messages are done, %j reads those and the unread", async (filter) => {
  const { workspace, form } = await createOwnForm();
  const worked = Array.from({ length: MESSAGES }, (_, n) => n >= MESSAGES - FEW);
  await db().$executeRaw`
      INSERT INTO submissions (id, workspace_id, form_id, folder, is_read, received_at, fields, preview, search_text,
        plan, visitor_reply_status, answered_at, assignee_id, has_notes)
      SELECT gen_random_uuid(), ${workspace.id}::uuid, ${form.id}::uuid, 'inbox', n % 400 <> 0,
        '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 hour', '[]', '', '', '{}', 'not_eligible',
        CASE WHEN NOT is_left THEN now() END, CASE WHEN NOT is_left THEN ${BUSY_MEMBER}::uuid END,
        NOT is_left
      FROM unnest(${worked}::bool[]) WITH ORDINALITY AS r(is_left, n)`;
  await db().$executeRaw`ANALYZE submissions`;
  const page = pageSql(workspace.ctx, { folder: "inbox", ...filter }, WHOLE_LIST, LIMIT, {
    only: isVisibleSql(workspace.ctx),
  });
  const read = await rowsRead(page, ["submissions"]);
  expect(read).toBeGreaterThanOrEqual(FEW);
  expect(read).toBeLessThanOrEqual(FEW + MESSAGES / 400);
});

test.each(["inbox", "all"] as const)(
  "the messages in %s with failed deliveries are found by these deliveries",
  async (folder) => {
    const { text, values } = pageSql(ctx, { folder, failed: "true" }, WHOLE_LIST, LIMIT, {
      only: isVisibleSql(ctx),
    });
    expect(await rowsRead({ text, values }, ["submissions"])).toBeLessThan(10 * FAILED);
  },
);

test.each(["inbox", "all"] as const)(
  "a search in %s compares as many messages at once as it's told, wherever it reads on",
  async (folder) => {
    const range = { ...WHOLE_LIST, before: { at: new Date("2026-01-01"), id: QUIET } };
    for (const part of [range, { ...range, order: "asc" as const }]) {
      const columns = Prisma.sql`s.id, s.received_at, strpos(s.search_text, 'x') > 0 AS is_match`;
      const { text, values } = pageSql(ctx, { folder }, part, 1_000, { columns });
      expect(await rowsRead({ text, values }, ["submissions"])).toBeLessThan(1_010);
    }
  },
);
