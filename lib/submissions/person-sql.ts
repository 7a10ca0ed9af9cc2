import type { Context } from "#lib/core/context";
import { Prisma } from "#lib/db/generated/client";
import { holdsSql } from "#lib/submissions/filter-sql";
import { findCandidateSubmissions } from "#lib/submissions/find-candidate-submissions";

/** Messages `s` that hold the address somewhere; those that the search index names, and no others, are read. */
export async function mentionsAddress(ctx: Context, addressKey: string): Promise<Prisma.Sql> {
  const holders = await findCandidateSubmissions(ctx, addressKey);
  return Prisma.sql`s.workspace_id = ${ctx.workspaceId}::uuid
    AND s.id = ANY(${holders}::uuid[]) AND ${holdsSql(addressKey)}`;
}

/** Whether one value of a message `s` is the address and nothing else; asked of what mentions it. */
export function isOfPerson(addressKey: string): Prisma.Sql {
  return Prisma.sql`(lower(s.email) = ${addressKey} OR EXISTS (
    SELECT FROM json_array_elements(s.fields) AS pair
    CROSS JOIN LATERAL (
      SELECT pair ->> 1 AS value WHERE json_typeof(pair -> 1) = 'string'
      UNION ALL
      SELECT json_array_elements_text(
        CASE WHEN json_typeof(pair -> 1) = 'array' THEN pair -> 1 ELSE '[]' END
      )
    ) held
    WHERE lower(btrim(held.value, E' \\t\\r\\n')) = ${addressKey}
  ))`;
}

/** The characters of an address as themselves in a regular expression of PostgreSQL. */
function escapeRegExp(addressKey: string): string {
  return addressKey.replace(/[^a-z0-9@]/g, "\\$&");
}

/** Whether a message `s` has the address as a whole, not as a part of a longer one. */
export function hasWholeAddress(addressKey: string): Prisma.Sql {
  const whole = `(?<![a-z0-9._%+-])${escapeRegExp(addressKey)}(?!\\.?[a-z0-9-])`;
  return Prisma.sql`s.search_text ~ ${whole}`;
}

/**
 * Captured mails `c` with a person's data: replies to them, and notifications with the address as a
 * line of its own, as a value is shown. Also those of messages that were deleted before.
 */
export function capturedOfPerson(ctx: Context, addressKey: string): Prisma.Sql {
  const line = `\\n\\s*${escapeRegExp(addressKey)}\\s*\\n`;
  return Prisma.sql`c.workspace_id = ${ctx.workspaceId}::uuid AND (
    (c.kind = 'visitor_reply' AND lower(c."to") = ${addressKey})
    OR (c.kind = 'notification' AND lower(c.text) ~ ${line})
  )`;
}
