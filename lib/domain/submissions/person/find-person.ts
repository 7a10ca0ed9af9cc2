import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { WHOLE_LIST } from "#lib/core/cursor";
import { addressKey } from "#lib/core/email-address";
import { idsOf } from "#lib/core/ids";
import { isOptedOut } from "#lib/domain/emails/auto-reply/autoresponder";
import { findListOf } from "#lib/domain/forms/spam/protection";
import type { DeletedCounts } from "#lib/domain/submissions/delete-submissions";
import { containsSql, pageSql } from "#lib/domain/submissions/inbox/filter-sql";
import type { PersonInput } from "#lib/domain/submissions/inbox/inbox-schema";
import { addressSpellings } from "#lib/domain/submissions/person/address-spellings";
import { searchSubmissions } from "#lib/domain/submissions/search/search-submissions";

const NO_LIMIT = 1_000_000_000;

/** Submissions `s` of the workspace that contain the address, including those of deleted forms. */
export async function mentionsAddress(ctx: Context, key: string): Promise<Prisma.Sql> {
  const { workspaceId } = ctx;
  const own = Prisma.sql`s.workspace_id = ${workspaceId}::uuid`;
  const found: string[] = [];
  for (const term of addressSpellings(key)) {
    const rows = await searchSubmissions({
      workspaceId,
      term,
      where: Prisma.sql`${own} AND ${containsSql(term)}`,
      page: (range, count, columns) =>
        pageSql(ctx, { folder: "everywhere" }, range, count, { columns }),
      range: WHOLE_LIST,
      limit: NO_LIMIT,
    });
    found.push(...idsOf(rows));
  }
  return Prisma.sql`${own} AND s.id = ANY(${found}::uuid[])`;
}

/** Builds the condition that one value of a submission `s` is exactly the address; for submissions that mention it. */
export function isOfPerson(key: string): Prisma.Sql {
  const spellings = addressSpellings(key);
  return Prisma.sql`(lower(s.email) = ANY(${spellings}) OR EXISTS (
    SELECT FROM json_array_elements(s.fields) AS pair
    CROSS JOIN LATERAL (
      SELECT pair ->> 1 AS value WHERE json_typeof(pair -> 1) = 'string'
      UNION ALL
      SELECT json_array_elements_text(
        CASE WHEN json_typeof(pair -> 1) = 'array' THEN pair -> 1 ELSE '[]' END
      )
    ) held
    WHERE lower(btrim(held.value, E' \\t\\r\\n')) = ANY(${spellings})
  ))`;
}

/** Returns a PostgreSQL regular expression that matches the address in each spelling. */
function spellingsPattern(key: string): string {
  const escaped = addressSpellings(key).map((text) => text.replace(/[!-/:-?[-`{-~]/g, "\\$&"));
  return `(?:${escaped.join("|")})`;
}

/** Builds the condition that a submission `s` contains the address itself, not just as part of a longer one. */
function hasWholeAddress(key: string): Prisma.Sql {
  const whole = `(?<![a-z0-9._%+-])${spellingsPattern(key)}(?!\\.?[a-z0-9-])`;
  return Prisma.sql`s.search_text ~ ${whole}`;
}

/**
 * SQL for captured emails `c` with a person's data: auto-replies, confirmations, and replies to them, and notifications
 * with the address on a line of its own, which is how values are shown. Includes those of deleted submissions.
 */
export function capturedOfPerson(ctx: Context, key: string): Prisma.Sql {
  const line = `\\n\\s*${spellingsPattern(key)}\\s*\\n`;
  return Prisma.sql`c.workspace_id = ${ctx.workspaceId}::uuid AND (
    (c.kind IN ('visitor_reply', 'confirmation', 'reply') AND lower(c."to") = ANY(${addressSpellings(key)}))
    OR (c.kind = 'notification' AND lower(c.text) ~ ${line})
  )`;
}

/**
 * Counts the data of one person over all forms: the content of an export, and the data that an erasure
 * would delete or keep.
 */
export async function findPerson(ctx: Context, { email }: PersonInput) {
  const key = addressKey(email);
  const forms = await countByForm(ctx, key);
  const sum = (name: "messages" | "files" | "emails" | "events" | "mentions") =>
    forms.reduce((total, form) => total + form[name], 0);
  const list = await findListOf(ctx, email);
  return {
    /** Messages with the address as a value, in any folder of any form. */
    messages: sum("messages"),
    forms: forms
      .filter(({ messages }) => messages > 0)
      .map(({ id, name, messages }) => ({ id, name, messages })),
    files: sum("files"),
    emails: sum("emails"),
    events: sum("events"),
    /** Copies in the test inbox. */
    capturedEmails: await countCaptured(ctx, key),
    /** Messages that only mention the address in a longer text; never exported or erased. */
    mentions: sum("mentions"),
    hasOptedOut: await isOptedOut(db(), ctx, email),
    isTeamAddress: await isTeamAddress(ctx, key),
    isBlocked: list === "blocked",
    isSafe: list === "safe",
  };
}

export type PersonFindings = Awaited<ReturnType<typeof findPerson>>;

/** Counts of the data of one person that an erasure deletes. */
export type ErasedCounts = DeletedCounts & Pick<PersonFindings, "capturedEmails">;

type FormCounts = { id: string; name: string; mentions: number } & DeletedCounts;

async function countByForm(ctx: Context, key: string): Promise<FormCounts[]> {
  return db().$queryRaw<FormCounts[]>`
    WITH found AS MATERIALIZED (
      SELECT s.workspace_id, s.id, s.form_id, ${isOfPerson(key)} AS is_own, ${hasWholeAddress(key)} AS is_whole
      FROM submissions s WHERE ${await mentionsAddress(ctx, key)}
    )
    SELECT f.id, f.name,
      (count(*) FILTER (WHERE is_own))::int AS messages,
      (count(*) FILTER (WHERE is_whole AND NOT is_own))::int AS mentions,
      coalesce(sum(attached.count) FILTER (WHERE is_own), 0)::int AS files,
      coalesce(sum(delivered.emails) FILTER (WHERE is_own), 0)::int AS emails,
      coalesce(sum(delivered.events) FILTER (WHERE is_own), 0)::int AS events
    FROM found JOIN forms f ON f.workspace_id = found.workspace_id AND f.id = found.form_id
    CROSS JOIN LATERAL (
      SELECT count(*) FROM attachments
      WHERE workspace_id = found.workspace_id AND submission_id = found.id
    ) attached
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE channel = 'email') AS emails,
        count(*) FILTER (WHERE channel = 'webhook') AS events
      FROM deliveries WHERE workspace_id = found.workspace_id AND submission_id = found.id
    ) delivered
    GROUP BY f.id, f.name ORDER BY messages DESC, f.id`;
}

async function countCaptured(ctx: Context, key: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM captured_emails c WHERE ${capturedOfPerson(ctx, key)}`;
  return row?.count ?? 0;
}

/** Returns whether the address belongs to a recipient or member of the workspace. */
async function isTeamAddress({ workspaceId }: Context, key: string): Promise<boolean> {
  const recipients = await db().recipient.count({ where: { workspaceId, emailKey: key } });
  const members = await db().membership.count({ where: { workspaceId, user: { emailKey: key } } });
  return recipients + members > 0;
}
