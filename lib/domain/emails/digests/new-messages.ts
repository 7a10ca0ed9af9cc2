import { Prisma } from "#lib/adapters/db/generated/client";

type Reader = { workspaceId: string; recipientId: string | null; until: Date; now: Date };

/** A message of a digest's form that someone can still read, that isn't spam, held, or imported, and of which its reader wasn't notified. */
function isNew({ recipientId, now }: Reader): Prisma.Sql {
  return Prisma.sql`s.folder IN ('inbox', 'archive') AND s.held_reason IS NULL AND s.import_key IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > ${now}::timestamptz) AND NOT EXISTS (
      SELECT FROM deliveries sent WHERE sent.workspace_id = s.workspace_id AND sent.submission_id = s.id
        AND sent.kind = 'notification' AND sent.recipient_id = ${recipientId}::uuid AND sent.status <> 'cancelled')`;
}

/**
 * SQL for the new messages of a form `g`, from `g.since` up to a moment. There are two parts, newest first: by the time
 * of receipt, and by the time from which a message counts as new.
 *
 * @param limit - of each part
 */
export function newMessagesSql(reader: Reader, limit: number): Prisma.Sql {
  const { workspaceId, until } = reader;
  const ofForm = Prisma.sql`FROM submissions s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.form_id = g.id AND ${isNew(reader)}`;
  const columns = Prisma.sql`s.id, s.name, s.email, s.preview, s.received_at, s.is_suspected`;
  return Prisma.sql`
    (SELECT ${columns}, s.received_at AS at ${ofForm} AND s.new_from IS NULL
      AND s.received_at >= g.since AND s.received_at < ${until}::timestamptz
    ORDER BY s.received_at DESC, s.id DESC LIMIT ${limit})
    UNION ALL
    (SELECT ${columns}, s.new_from AS at ${ofForm} AND s.new_from >= g.since AND s.new_from < ${until}::timestamptz
    ORDER BY s.new_from DESC, s.id DESC LIMIT ${limit})`;
}
