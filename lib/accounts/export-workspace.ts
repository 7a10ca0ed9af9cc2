import { makeZip } from "client-zip";
import { describeForms, describeWorkspace, type ZipEntry } from "#lib/accounts/workspace-files";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { log } from "#lib/core/log";
import { db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { beginDataRequest, endDataRequest } from "#lib/submissions/data-requests";
import {
  type MessageRecord,
  readAttachment,
  readMessageRecords,
} from "#lib/submissions/read-attachment";

/** Rows that are read at once: heads of messages, and captured mails. */
const HEADS_PER_READ = 500;
const MAILS_PER_READ = 100;
/** Messages that are in memory at once: so many, or so many bytes of fields as the database keeps them. */
const MESSAGES_PER_CHUNK = 100;
const BYTES_PER_CHUNK = 2_000_000;

const README = `All data stored for this workspace in Form Intake Service.

workspace.json    the workspace, its members, recipients, tokens (without secrets) and usage by day
forms.json        the forms with settings, routing, auto-reply, webhook and widget (without secrets)
messages.jsonl    one message per line, newest first, with files, emails, events and attempts
test-inbox.jsonl  one captured email per line, newest first
files/            uploaded files by message; each name starts with the file's ID in messages.jsonl.
                  Files aren't scanned for malware.

Times are milliseconds since 1970-01-01 UTC.
`;

type Counts = { forms: number; messages: number; files: number; capturedMails: number };

/**
 * All data of the workspace as a ZIP archive, made while it is read: no secrets, no passwords. Not a
 * frozen picture: what changes meanwhile may be in or out. A read that fails breaks the stream off.
 *
 * @throws {AppError} session_required unless a signed-in member asks
 */
export async function exportWorkspace(ctx: Context): Promise<ReadableStream<Uint8Array>> {
  const requestId = await beginDataRequest(ctx, { kind: "workspace_export" });
  const zip = makeZip(writeEntries(ctx, requestId), { buffersAreUTF8: true }).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await zip.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (err) {
          // The status has left: only a connection that breaks can tell that some is missing.
          log().error({ err }, "an export failed before its end");
          controller.error(err);
        }
      },
      cancel: () => zip.cancel(new ReadingEnded()),
    },
    { highWaterMark: 0 },
  );
}

/** Who reads the archive has gone: what the entries' generator is ended with. */
class ReadingEnded extends Error {}

async function* writeEntries(ctx: Context, requestId: string): AsyncGenerator<ZipEntry> {
  const counts: Counts = { forms: 0, messages: 0, files: 0, capturedMails: 0 };
  try {
    yield { name: "README.txt", lastModified: ctx.now, input: README };
    yield await describeWorkspace(ctx);
    const forms = await describeForms(ctx);
    counts.forms = forms.count;
    yield forms.entry;
    yield {
      name: "messages.jsonl",
      lastModified: ctx.now,
      input: writeMessages(ctx, counts),
    };
    yield {
      name: "test-inbox.jsonl",
      lastModified: ctx.now,
      input: writeCaptured(ctx, counts),
    };
    yield* writeFiles(ctx, counts);
    await endDataRequest(ctx, requestId, counts);
  } catch (err) {
    if (!(err instanceof ReadingEnded)) throw err;
  }
}

type Position = { at: Date; id: string };

/** Walks a list from the newest row to the oldest, a few at a time. */
async function* walk<Row>(
  read: (after: Position | null) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): AsyncGenerator<Row[]> {
  let after: Position | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = positionOf(last);
  }
}

type MessageHead = { id: string; received_at: Date; size_bytes: number };

/** The messages, newest first, in chunks that fit into memory: one message may be 4 MiB. */
async function* walkMessages(ctx: Context, which: Prisma.Sql): AsyncGenerator<MessageRecord[]> {
  for await (const heads of walkHeads(ctx, which))
    for (const chunk of chunksOf(heads))
      yield await readMessageRecords(
        ctx,
        chunk.map(({ id }) => id),
      );
}

function chunksOf(heads: readonly MessageHead[]): MessageHead[][] {
  const chunks: MessageHead[][] = [];
  let sizeBytes = Number.POSITIVE_INFINITY;
  for (const head of heads) {
    const last = chunks.at(-1);
    sizeBytes += head.size_bytes;
    if (last && last.length < MESSAGES_PER_CHUNK && sizeBytes <= BYTES_PER_CHUNK) last.push(head);
    else {
      chunks.push([head]);
      sizeBytes = head.size_bytes;
    }
  }
  return chunks;
}

function walkHeads(ctx: Context, which: Prisma.Sql) {
  return walk<MessageHead>(
    (after) => db().$queryRaw`
      SELECT s.id, s.received_at, pg_column_size(s.fields) AS size_bytes FROM submissions s
      WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND ${which}
        ${after ? Prisma.sql`AND (s.received_at, s.id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
      ORDER BY s.received_at DESC, s.id DESC LIMIT ${HEADS_PER_READ}`,
    (row) => ({ at: row.received_at, id: row.id }),
  );
}

async function* writeMessages(ctx: Context, counts: Counts): AsyncGenerator<string> {
  for await (const records of walkMessages(ctx, Prisma.sql`true`)) {
    counts.messages += records.length;
    if (records.length > 0) yield records.map((record) => `${JSON.stringify(record)}\n`).join("");
  }
}

async function* writeCaptured(ctx: Context, counts: Counts): AsyncGenerator<string> {
  const chunks = walk(
    (after) =>
      db().capturedEmail.findMany({
        where: {
          workspaceId: ctx.workspaceId,
          ...(after
            ? {
                createdAt: { lte: after.at },
                OR: [{ createdAt: { lt: after.at } }, { id: { lt: after.id } }],
              }
            : {}),
        },
        omit: { workspaceId: true, seriesKey: true },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: MAILS_PER_READ,
      }),
    (row) => ({ at: row.createdAt, id: row.id }),
  );
  for await (const rows of chunks) {
    counts.capturedMails += rows.length;
    yield rows
      .map((row) => `${JSON.stringify({ ...row, createdAt: row.createdAt.getTime() })}\n`)
      .join("");
  }
}

async function* writeFiles(ctx: Context, counts: Counts): AsyncGenerator<ZipEntry> {
  for await (const records of walkMessages(ctx, Prisma.sql`s.attachment_count > 0`))
    for (const { id: submissionId, receivedAt, attachments } of records)
      for (const { id, filename, status } of attachments) {
        const body = status === "available" ? await openFile(ctx, submissionId, id) : null;
        if (!body) continue;
        counts.files += 1;
        yield {
          name: `files/${submissionId}/${id}-${toPortableName(filename)}`,
          lastModified: new Date(receivedAt),
          input: body,
        };
      }
}

/** null for a file that has gone in between; a store that is away breaks the export off. */
async function openFile(
  ctx: Context,
  submissionId: string,
  attachmentId: string,
): Promise<ReadableStream<Uint8Array> | null> {
  try {
    return (await readAttachment(ctx, submissionId, attachmentId)).body;
  } catch (failure) {
    if (failure instanceof AppError && failure.status === 404) return null;
    throw failure;
  }
}

/** A name that every system can unpack: strangers chose it. */
export function toPortableName(filename: string): string {
  const plain = filename.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_").replace(/[. ]+$/, "");
  return plain === "" ? "file" : plain;
}
