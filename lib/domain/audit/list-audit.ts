import { db } from "#lib/adapters/db/database";
import type { AuditEntry as AuditRow } from "#lib/adapters/db/generated/client";
import { type Context, requireOwner } from "#lib/core/context";
import { decodeCursor, olderBy, type Page, type Position, toPage, walk } from "#lib/core/cursor";
import { startOfDay } from "#lib/core/dates";
import { BYTE_ORDER_MARK, toCsvRow } from "#lib/core/quote";
import { streamText } from "#lib/core/streams";
import { AuditEntry, type AuditFilter, type ListAuditQuery } from "#lib/domain/audit/entry";
import { recordAudit } from "#lib/domain/audit/record-audit";

const ENTRIES_PER_READ = 500;

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.getTime(),
    action: row.action,
    actor: {
      kind: AuditEntry.shape.actor.shape.kind.parse(row.actorKind),
      id: row.actorId,
      name: row.actorName,
    },
    subject: { id: row.subjectId, name: row.subjectName },
    details: AuditEntry.shape.details.parse(row.details),
    address: row.address,
    userAgent: row.userAgent,
  };
}

function readRows(
  { workspaceId }: Context,
  { actor, group, from, to, timeZone }: AuditFilter,
  after: Position | null,
  take: number,
): Promise<AuditRow[]> {
  return db().auditEntry.findMany({
    where: {
      workspaceId,
      actorId: actor,
      action: group && { startsWith: `${group}.` },
      at: {
        gte: from && startOfDay(from, timeZone),
        lt: to && startOfDay(to, timeZone, { isNext: true }),
      },
      AND: olderBy(after, (at) => ({ at })),
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take,
  });
}

/**
 * One page of the audit log, newest first.
 *
 * @throws {AppError} owner_required
 */
export async function listAudit(ctx: Context, query: ListAuditQuery): Promise<Page<AuditEntry>> {
  requireOwner(ctx);
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await readRows(ctx, query, after, query.limit + 1);
  return toPage(rows, query.limit, ({ at, id }) => ({ at, id }), toEntry);
}

/** How many of the newest entries are searched for actors, and how many actors are shown. */
const SEARCHED_ENTRIES = 10_000;
const MAX_ACTORS = 100;

export type AuditActor = { id: string; kind: "user" | "token"; name: string };

/**
 * Lists the users and tokens of recent entries by name, for selection, including deleted ones.
 *
 * @throws {AppError} owner_required
 */
export async function listAuditActors(ctx: Context): Promise<AuditActor[]> {
  requireOwner(ctx);
  return db().$queryRaw<AuditActor[]>`
    SELECT * FROM (
      SELECT DISTINCT ON (actor_id) actor_id AS id, actor_kind AS kind, actor_name AS name
      FROM (
        SELECT at, actor_id, actor_kind, actor_name FROM audit_entries
        WHERE workspace_id = ${ctx.workspaceId}::uuid ORDER BY at DESC, id DESC
        LIMIT ${SEARCHED_ENTRIES}
      ) recent
      WHERE actor_id IS NOT NULL AND actor_name IS NOT NULL ORDER BY actor_id, at DESC
    ) actors
    ORDER BY kind DESC, lower(name), id LIMIT ${MAX_ACTORS}`;
}

/** Yields all matching entries, newest first, in batches that are read as they're needed. */
export async function* walkAudit(
  ctx: Context,
  filter: AuditFilter = {},
): AsyncGenerator<AuditEntry[], void> {
  const batches = walk(
    (after) => readRows(ctx, filter, after, ENTRIES_PER_READ),
    ({ at, id }) => ({ at, id }),
  );
  for await (const rows of batches) yield rows.map(toEntry);
}

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  id: ({ id }) => id,
  time: ({ at }) => new Date(at).toISOString(),
  action: ({ action }) => action,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor: ({ actor }) => actor.name,
  subject_id: ({ subject }) => subject.id,
  subject: ({ subject }) => subject.name,
  details_json: ({ details }) => details && JSON.stringify(details),
  address: ({ address }) => address,
  browser: ({ userAgent }) => userAgent,
};

function toCsv(entry: AuditEntry): string {
  return toCsvRow(Object.values(COLUMNS).map((cellOf) => cellOf(entry) ?? ""));
}

/**
 * Exports the matching entries, newest first, as CSV in UTF-8 with a byte order mark. The export
 * itself is recorded before this returns, so it's the first entry. Entries are read as the stream
 * is read.
 *
 * @throws {AppError} owner_required
 */
export async function exportAudit(
  ctx: Context,
  filter: AuditFilter,
): Promise<ReadableStream<Uint8Array>> {
  requireOwner(ctx);
  const { actor, group, from, to } = filter;
  const given = Object.entries({ actor, group, firstDay: from, lastDay: to });
  const details = Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  await recordAudit(db(), ctx, { action: "audit.exported", details });
  return streamText(writeCsv(ctx, filter));
}

async function* writeCsv(ctx: Context, filter: AuditFilter): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${Object.keys(COLUMNS).join(",")}\r\n`;
  for await (const entries of walkAudit(ctx, filter)) yield entries.map(toCsv).join("");
}
