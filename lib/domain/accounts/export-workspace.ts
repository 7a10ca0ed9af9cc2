import { makeZip } from "client-zip";
import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Context, requireOwner, requireRecentProof } from "#lib/core/context";
import { byCreation, olderThan, walk } from "#lib/core/cursor";
import { idsOf } from "#lib/core/ids";
import { chunksOf, exportAlone, streamBytes } from "#lib/core/streams";
import {
  describeForms,
  describeWorkspace,
  readLogos,
  type ZipEntry,
} from "#lib/domain/accounts/workspace-files";
import { walkAudit } from "#lib/domain/audit/list-audit";
import { type MessageRecord, readMessageRecords } from "#lib/domain/submissions/message-records";
import { beginDataRequest, endDataRequest } from "#lib/domain/submissions/person/data-requests";
import { findAttachment } from "#lib/domain/submissions/read-attachment";

/** Number of rows per read. */
const HEADS_PER_READ = 500;
const EMAILS_PER_READ = 100;
/** The maximum number of messages, or of bytes in their stored fields, in memory at a time. */
const CHUNK = { maxItems: 100, maxBytes: 2_000_000 };

const README = `All data stored for this workspace in Form Intake.

workspace.json    the workspace, its brand, company sign-in, tokens (without secrets), connected apps, members, invitations,
                  recipients, blocked senders, saved replies, and usage by day
forms.json        the forms with settings, fields, page, blocked words, routing, auto-reply, webhook, and widget (without
                  secrets)
logos/            the workspace's logo, and those of the forms' pages; each name is the form's ID
messages.jsonl    one message per line, newest first, with files, emails, events, attempts, notes, and replies
test-inbox.jsonl  one captured email per line, newest first, without emails about accounts
audit-log.jsonl   who changed what, when and from where, one entry per line, newest first
files/            uploaded files by message; each name starts with the file's ID in messages.jsonl.
                  Files aren't scanned for malware.

Times are milliseconds since 1970-01-01 UTC.
`;

type Counts = { forms: number; messages: number; files: number; capturedEmails: number };

/**
 * All data of the workspace except secrets and passwords, as a ZIP archive that is built while it's
 * read. Not a snapshot: concurrent changes may or may not be included. If a read fails, the stream
 * errors.
 *
 * @throws {AppError} session_required unless a signed-in user calls; owner_required;
 *   reauthentication_required; rate_limited while another export of the workspace runs
 */
export async function exportWorkspace(ctx: Context): Promise<ReadableStream<Uint8Array>> {
  requireOwner(ctx);
  requireRecentProof(ctx);
  return exportAlone(ctx.workspaceId, async () => {
    const requestId = await beginDataRequest(ctx, { kind: "workspace_export" });
    const zip = makeZip(writeEntries(ctx, requestId), { buffersAreUTF8: true }).getReader();
    return streamBytes(
      () => zip.read(),
      () => zip.cancel(new DownloadCancelled()),
    );
  });
}

/** Aborts the generator of entries when the client disconnects. */
class DownloadCancelled extends Error {}

async function* writeEntries(ctx: Context, requestId: string): AsyncGenerator<ZipEntry> {
  const counts: Counts = { forms: 0, messages: 0, files: 0, capturedEmails: 0 };
  const lastModified = ctx.now;
  try {
    yield { name: "README.txt", lastModified, input: README };
    yield await describeWorkspace(ctx);
    const forms = await describeForms(ctx);
    counts.forms = forms.count;
    yield forms.entry;
    yield* readLogos(ctx);
    yield { name: "messages.jsonl", lastModified, input: writeMessages(ctx, counts) };
    yield { name: "test-inbox.jsonl", lastModified, input: writeCaptured(ctx, counts) };
    yield { name: "audit-log.jsonl", lastModified, input: writeAuditLog(ctx) };
    yield* writeFiles(ctx, counts);
    await endDataRequest(ctx, requestId, counts);
  } catch (err) {
    if (!(err instanceof DownloadCancelled)) throw err;
  }
}

type MessageHead = { id: string; received_at: Date; size_bytes: number };

/** Messages, newest first, in chunks that fit into memory: one message may be 4 MiB. */
async function* walkMessages(ctx: Context, which: Prisma.Sql): AsyncGenerator<MessageRecord[]> {
  const heads = walk<MessageHead>(
    (after) => db().$queryRaw`
      SELECT s.id, s.received_at, pg_column_size(s.fields) AS size_bytes FROM submissions s
      WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND ${which}
        ${after ? Prisma.sql`AND (s.received_at, s.id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
      ORDER BY s.received_at DESC, s.id DESC LIMIT ${HEADS_PER_READ}`,
    (row) => ({ at: row.received_at, id: row.id }),
  );
  for await (const batch of heads)
    for (const chunk of chunksOf(batch, (head) => head.size_bytes, CHUNK))
      yield await readMessageRecords(ctx, idsOf(chunk));
}

async function* writeMessages(ctx: Context, counts: Counts): AsyncGenerator<string> {
  for await (const records of walkMessages(ctx, Prisma.sql`true`)) {
    counts.messages += records.length;
    if (records.length > 0) yield records.map((record) => `${JSON.stringify(record)}\n`).join("");
  }
}

async function* writeCaptured(ctx: Context, counts: Counts): AsyncGenerator<string> {
  const batches = walk(
    (after) =>
      db().capturedEmail.findMany({
        // Emails about accounts hold links that give access to them.
        where: { workspaceId: ctx.workspaceId, kind: { not: "account" }, ...olderThan(after) },
        omit: { workspaceId: true, seriesKey: true },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: EMAILS_PER_READ,
      }),
    byCreation,
  );
  for await (const rows of batches) {
    counts.capturedEmails += rows.length;
    yield rows
      .map((row) => `${JSON.stringify({ ...row, createdAt: row.createdAt.getTime() })}\n`)
      .join("");
  }
}

async function* writeAuditLog(ctx: Context): AsyncGenerator<string> {
  for await (const entries of walkAudit(ctx))
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

async function* writeFiles(ctx: Context, counts: Counts): AsyncGenerator<ZipEntry> {
  for await (const records of walkMessages(ctx, Prisma.sql`s.attachment_count > 0`))
    for (const { id: submissionId, receivedAt, attachments } of records)
      for (const attachment of attachments) {
        const body = await findAttachment(ctx, submissionId, attachment);
        if (!body) continue;
        counts.files += 1;
        yield {
          name: `files/${submissionId}/${attachment.id}-${toPortableName(attachment.filename)}`,
          lastModified: new Date(receivedAt),
          input: body,
        };
      }
}

/** Visitors choose file names, so this makes one that every system can unpack. */
export function toPortableName(filename: string): string {
  const plain = filename.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_").replace(/[. ]+$/, "");
  return plain === "" ? "file" : plain;
}
