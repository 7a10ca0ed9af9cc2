import { db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { idsOf } from "#lib/core/ids";
import { exportAlone, streamText } from "#lib/core/streams";
import {
  type DeletedCounts,
  deleteLocked,
  type LockedKey,
} from "#lib/domain/submissions/delete-submissions";
import type { PersonInput } from "#lib/domain/submissions/inbox/inbox-schema";
import { type MessageRecord, readMessageRecords } from "#lib/domain/submissions/message-records";
import { beginDataRequest, endDataRequest } from "#lib/domain/submissions/person/data-requests";
import {
  capturedOfPerson,
  type ErasedCounts,
  findPerson,
  isOfPerson,
  mentionsAddress,
} from "#lib/domain/submissions/person/find-person";
import { findAttachment } from "#lib/domain/submissions/read-attachment";

const MESSAGES_PER_BATCH = 100;

/** The result of an erasure. `id` names its record, which doesn't contain the address. */
export type ErasureReceipt = Awaited<ReturnType<typeof erasePerson>>;

/**
 * Erases one person's submissions across all forms, with their files, emails, webhook bodies, search text, and copies
 * in the test inbox. All of it is unreachable when this returns; maintenance removes the stored files. Calling it again
 * completes an interrupted erasure.
 *
 * These are kept: submissions that only mention the address; the opt-out from auto-replies (a keyed hash), so that it
 * stays in force; the auto-reply limit (a keyed hash, for a day), so that erasing doesn't reset it; the block list's
 * entry; and records of recipients and members, including in the audit log. The record of the request contains no
 * address.
 *
 * @throws {AppError} session_required unless a signed-in member calls
 */
export async function erasePerson(ctx: Context, input: PersonInput) {
  const id = await beginDataRequest(ctx, { kind: "person_erasure", email: input.email });
  const key = addressKey(input.email);
  const erased: ErasedCounts = { messages: 0, files: 0, emails: 0, events: 0, capturedEmails: 0 };
  // Runs first, because captured emails are found through the submissions.
  erased.capturedEmails = await eraseCaptured(ctx, key);
  let batch: DeletedCounts;
  do {
    batch = await eraseBatch(ctx, key);
    for (const name of ["messages", "files", "emails", "events"] as const)
      erased[name] += batch[name];
  } while (batch.messages > 0);
  // Repeated, because a drain may have captured another email since.
  erased.capturedEmails += await eraseCaptured(ctx, key);
  await endDataRequest(ctx, id, erased);
  const { mentions, hasOptedOut, isTeamAddress, isBlocked, isSafe } = await findPerson(ctx, input);
  const kept = { mentions, hasOptedOut, isTeamAddress, isBlocked, isSafe };
  return { id, erasedAt: ctx.now.getTime(), erased, kept };
}

async function eraseCaptured(ctx: Context, key: string): Promise<number> {
  const mentions = await mentionsAddress(ctx, key);
  return db().$executeRaw`
    DELETE FROM captured_emails c WHERE ${capturedOfPerson(ctx, key)} OR c.series_key IN (
      SELECT d.dedupe_key FROM submissions s
      JOIN deliveries d ON d.workspace_id = s.workspace_id AND d.submission_id = s.id
      WHERE ${mentions} AND ${isOfPerson(key)}
    )`;
}

async function eraseBatch(ctx: Context, key: string): Promise<DeletedCounts> {
  const mentions = await mentionsAddress(ctx, key);
  return transaction(async (tx) => {
    const keys = await tx.$queryRaw<LockedKey[]>`
      SELECT s.workspace_id, s.id FROM submissions s WHERE ${mentions} AND ${isOfPerson(key)}
      ORDER BY s.id LIMIT ${MESSAGES_PER_BATCH} FOR UPDATE OF s`;
    return deleteLocked(tx, keys, ctx.now);
  });
}

/** The maximum number of messages in memory at a time. */
const MESSAGES_PER_CHUNK = 10;

/**
 * Exports one person's data across all forms as a stream of a JSON document with the members `person`, `exportedAt`,
 * `hasOptedOut`, `isBlocked`, `isSafe`, `messages` (with files in base64, emails, and events), and `capturedEmails`
 * (copies in the test inbox).
 *
 * @throws {AppError} session_required unless a signed-in member calls; rate_limited while another export runs
 */
export async function exportPerson(
  ctx: Context,
  input: PersonInput,
): Promise<ReadableStream<Uint8Array>> {
  return exportAlone(ctx.workspaceId, async () => {
    const requestId = await beginDataRequest(ctx, { kind: "person_export", email: input.email });
    return streamText(writePerson(ctx, input, requestId));
  });
}

async function* writePerson(
  ctx: Context,
  { email }: PersonInput,
  requestId: string,
): AsyncGenerator<string> {
  const key = addressKey(email);
  const { hasOptedOut, isBlocked, isSafe, ...counts } = await findPerson(ctx, { email });
  const head = { person: key, exportedAt: ctx.now.getTime(), hasOptedOut, isBlocked, isSafe };
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[`;
  const ids = await findIds(ctx, key);
  let comma = "";
  for (let start = 0; start < ids.length; start += MESSAGES_PER_CHUNK)
    for (const record of await readMessageRecords(
      ctx,
      ids.slice(start, start + MESSAGES_PER_CHUNK),
    )) {
      yield comma + JSON.stringify(await withFiles(ctx, record));
      comma = ",";
    }
  yield `],"capturedEmails":${JSON.stringify(await readCaptured(ctx, key))}}`;
  const { messages, files, emails, events, capturedEmails } = counts;
  await endDataRequest(ctx, requestId, { messages, files, emails, events, capturedEmails });
}

async function findIds(ctx: Context, key: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT s.id FROM submissions s WHERE ${await mentionsAddress(ctx, key)} AND ${isOfPerson(key)}
    ORDER BY s.received_at DESC, s.id DESC`;
  return idsOf(rows);
}

/** Returns the message with the content of its files, which is null if expired or unavailable. */
async function withFiles(ctx: Context, record: MessageRecord): Promise<object> {
  const attachments = [];
  for (const attachment of record.attachments) {
    const body = await findAttachment(ctx, record.id, attachment);
    attachments.push({
      ...attachment,
      contentBase64: body && Buffer.from(await new Response(body).arrayBuffer()).toString("base64"),
    });
  }
  return { ...record, attachments };
}

function readCaptured(ctx: Context, key: string): Promise<object[]> {
  return db().$queryRaw<object[]>`
    SELECT c.id, c.kind, c."to", c."from", c.subject, c.text, c.created_at AS "createdAt"
    FROM captured_emails c WHERE ${capturedOfPerson(ctx, key)} ORDER BY c.created_at DESC, c.id DESC`;
}
