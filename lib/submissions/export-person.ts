import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
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
import {
  type MessageRecord,
  readAttachment,
  readMessageRecords,
} from "#lib/submissions/read-attachment";

/** Messages that are in memory at once. */
const MESSAGES_PER_CHUNK = 10;

/**
 * One person's data over all forms as one JSON document, streamed: messages with their files (base64),
 * mails and events, copies in the test inbox, and whether the person opted out of replies. Members of
 * the document: `person`, `exportedAt`, `hasOptedOut`, `messages`, `capturedMails`.
 *
 * @throws {AppError} session_required unless a signed-in member asks
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
  const { hasOptedOut, ...counts } = await findPerson(ctx, { email });
  const head = { person: key, exportedAt: ctx.now.getTime(), hasOptedOut };
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
  yield `],"capturedMails":${JSON.stringify(await readCaptured(ctx, key))}}`;
  const { messages, files, mails, events, capturedMails } = counts;
  await endDataRequest(ctx, requestId, { messages, files, mails, events, capturedMails });
}

async function findIds(ctx: Context, key: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT s.id FROM submissions s WHERE ${await mentionsAddress(ctx, key)} AND ${isOfPerson(key)}
    ORDER BY s.received_at DESC, s.id DESC`;
  return rows.map(({ id }) => id);
}

/** Each file with its bytes, null where it has expired or is unavailable. */
async function withFiles(ctx: Context, record: MessageRecord): Promise<object> {
  const attachments = [];
  for (const attachment of record.attachments)
    attachments.push({
      ...attachment,
      contentBase64:
        attachment.status === "available" ? await readBase64(ctx, record.id, attachment.id) : null,
    });
  return { ...record, attachments };
}

/** null for a file that has gone in between; a store that is away breaks the export off. */
async function readBase64(
  ctx: Context,
  submissionId: string,
  attachmentId: string,
): Promise<string | null> {
  try {
    const { body } = await readAttachment(ctx, submissionId, attachmentId);
    return Buffer.from(await new Response(body).arrayBuffer()).toString("base64");
  } catch (failure) {
    if (failure instanceof AppError && failure.status === 404) return null;
    throw failure;
  }
}

function readCaptured(ctx: Context, key: string): Promise<object[]> {
  return db().$queryRaw<object[]>`
    SELECT c.id, c.kind, c."to", c."from", c.subject, c.text, c.created_at AS "createdAt"
    FROM captured_emails c WHERE ${capturedOfPerson(ctx, key)} ORDER BY c.created_at DESC, c.id DESC`;
}
