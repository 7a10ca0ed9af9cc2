import { isOptedOut } from "#lib/autoresponder/store";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/text";
import { db, transaction } from "#lib/db/database";
import { beginDataRequest, endDataRequest } from "#lib/submissions/data-requests";
import { type DeletedCounts, deleteMessages } from "#lib/submissions/delete-submissions";
import {
  capturedOfPerson,
  findPerson,
  isOfPerson,
  isTeamAddress,
  mentionsAddress,
} from "#lib/submissions/find-person";
import type { ErasedCounts, ErasureReceipt, PersonInput } from "#lib/submissions/inbox-schema";

const MESSAGES_PER_BATCH = 100;

/**
 * Erases one person's messages over all forms, with their files, mails, webhook bodies, search text
 * and copies in the test inbox. All of it is unreachable when this returns; the files' objects are
 * taken away by the next maintenance. Broken off, it is finished by asking again.
 *
 * Kept are: messages that only mention the address; the opt-out of replies (a keyed hash), so that it
 * stays honoured; the reply's slot (a keyed hash, gone within a day), so that erasing makes no room;
 * and what a recipient or member has as such. The record of it holds no address.
 *
 * @throws {AppError} session_required unless a signed-in member asks
 */
export async function erasePerson(ctx: Context, input: PersonInput): Promise<ErasureReceipt> {
  const id = await beginDataRequest(ctx, { kind: "person_erasure", email: input.email });
  const key = addressKey(input.email);
  const erased: ErasedCounts = { messages: 0, files: 0, mails: 0, events: 0, capturedMails: 0 };
  // While the messages are there, copies of mails about them are found by them.
  erased.capturedMails = await eraseCaptured(ctx, key);
  for (;;) {
    const batch = await eraseBatch(ctx, key);
    erased.messages += batch.messages;
    erased.files += batch.files;
    erased.mails += batch.mails;
    erased.events += batch.events;
    if (batch.messages === 0) break;
  }
  // A drain may have made one more in between; now there is nothing left to make one of.
  erased.capturedMails += await eraseCaptured(ctx, key);
  await endDataRequest(ctx, id, erased);
  const { mentions } = await findPerson(ctx, input);
  const kept = {
    mentions,
    hasOptedOut: await isOptedOut(db(), ctx, input.email),
    isTeamAddress: await isTeamAddress(db(), ctx, key),
  };
  return { id, erasedAt: ctx.now.getTime(), erased, kept };
}

async function eraseCaptured(ctx: Context, key: string): Promise<number> {
  const mentions = await mentionsAddress(ctx, key);
  return db().$executeRaw`
    DELETE FROM captured_emails c WHERE ${capturedOfPerson(ctx, key)} OR c.series_key IN (
      SELECT d.series_key FROM submissions s JOIN email_deliveries d ON d.submission_id = s.id
      WHERE ${mentions} AND ${isOfPerson(key)}
    )`;
}

async function eraseBatch(ctx: Context, key: string): Promise<DeletedCounts> {
  const mentions = await mentionsAddress(ctx, key);
  return transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT s.id FROM submissions s WHERE ${mentions} AND ${isOfPerson(key)}
      ORDER BY s.id LIMIT ${MESSAGES_PER_BATCH} FOR UPDATE OF s`;
    return deleteMessages(
      tx,
      rows.map((row) => row.id),
    );
  });
}
