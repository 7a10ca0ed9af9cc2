import type { AuditEntry, AuditFilter } from "#lib/audit/entry";
import { walkAudit } from "#lib/audit/list-audit";
import { recordAudit } from "#lib/audit/record-audit";
import { type Context, requireOwner } from "#lib/core/context";
import { BYTE_ORDER_MARK, toCsvRow } from "#lib/core/quote";
import { streamText } from "#lib/core/streams";
import { db } from "#lib/db/database";

const COLUMNS = [
  "id",
  "time",
  "action",
  "actor_kind",
  "actor_id",
  "actor",
  "subject_id",
  "subject",
  "details_json",
  "address",
  "browser",
];

function toCsv(entry: AuditEntry): string {
  return toCsvRow([
    entry.id,
    new Date(entry.at).toISOString(),
    entry.action,
    entry.actor.kind,
    entry.actor.id ?? "",
    entry.actor.name ?? "",
    entry.subject.id ?? "",
    entry.subject.name ?? "",
    entry.details === null ? "" : JSON.stringify(entry.details),
    entry.address ?? "",
    entry.userAgent ?? "",
  ]);
}

/**
 * The matching entries, newest first, as CSV in UTF-8 with a byte order mark. The export itself is
 * recorded before this returns, so it's the first entry. Entries are read as the stream is read.
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
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
  for await (const entries of walkAudit(ctx, filter)) yield entries.map(toCsv).join("");
}
