import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { streamText } from "#lib/core/streams";
import { addressKey } from "#lib/core/text";
import { db } from "#lib/db/database";
import { beginDataRequest, endDataRequest } from "#lib/submissions/data-requests";
import {
  capturedOfPerson,
  findPerson,
  isOfPerson,
  mentionsAddress,
} from "#lib/submissions/find-person";
import type { PersonInput } from "#lib/submissions/inbox-schema";
import { findAttachment } from "#lib/submissions/read-attachment";
import { type MessageRecord, readMessageRecords } from "#lib/submissions/store";

/** Messages in memory at once. */
const MESSAGES_PER_CHUNK = 10;

/**
 * One person's data across all forms, streamed as a JSON document with the members `person`,
 * `exportedAt`, `hasOptedOut`, `isBlocked`, `messages` (with files in base64, emails, and events) and `capturedEmails`
 * (copies in the test inbox).
 *
 * @throws {AppError} session_required unless a signed-in member calls
 */
export async function exportPerson(
  ctx: Context,
  input: PersonInput,
): Promise<ReadableStream<Uint8Array>> {
  const requestId = await beginDataRequest(ctx, { kind: "person_export", email: input.email });
  return streamText(writePerson(ctx, input, requestId));
}

async function* writePerson(
  ctx: Context,
  { email }: PersonInput,
  requestId: string,
): AsyncGenerator<string> {
  const key = addressKey(email);
  const { hasOptedOut, isBlocked, ...counts } = await findPerson(ctx, { email });
  const head = { person: key, exportedAt: ctx.now.getTime(), hasOptedOut, isBlocked };
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

/** The message with the content of its files, which is null if expired or unavailable. */
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
