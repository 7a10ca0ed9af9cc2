import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/text";
import { db, transaction } from "#lib/db/database";
import { beginDataRequest, endDataRequest } from "#lib/submissions/data-requests";
import {
  type DeletedCounts,
  deleteLocked,
  type LockedKey,
} from "#lib/submissions/delete-submissions";
import {
  capturedOfPerson,
  findPerson,
  isOfPerson,
  mentionsAddress,
} from "#lib/submissions/find-person";
import type { ErasedCounts, ErasureReceipt, PersonInput } from "#lib/submissions/inbox-schema";

const MESSAGES_PER_BATCH = 100;

/**
 * Erases one person's submissions across all forms, with their files, emails, webhook bodies, search
 * text, and copies in the test inbox. Everything is unreachable when this returns; maintenance removes
 * the stored files. An interrupted erasure is completed by calling again.
 *
 * Kept: submissions that only mention the address; the opt-out from auto-replies (a keyed hash), so
 * that it stays in force; the auto-reply limit (a keyed hash, for a day), so that erasing doesn't reset
 * it; the block list's entry; and records of recipients and members, including in the audit log. The record of the request contains
 * no address.
 *
 * @throws {AppError} session_required unless a signed-in member calls
 */
export async function erasePerson(ctx: Context, input: PersonInput): Promise<ErasureReceipt> {
  const id = await beginDataRequest(ctx, { kind: "person_erasure", email: input.email });
  const key = addressKey(input.email);
  const erased: ErasedCounts = { messages: 0, files: 0, emails: 0, events: 0, capturedEmails: 0 };
  // First, because captured emails are found through the submissions.
  erased.capturedEmails = await eraseCaptured(ctx, key);
  let batch: DeletedCounts;
  do {
    batch = await eraseBatch(ctx, key);
    for (const name of ["messages", "files", "emails", "events"] as const)
      erased[name] += batch[name];
  } while (batch.messages > 0);
  // Again, because a drain may have captured another email since.
  erased.capturedEmails += await eraseCaptured(ctx, key);
  await endDataRequest(ctx, id, erased);
  const { mentions, hasOptedOut, isTeamAddress, isBlocked } = await findPerson(ctx, input);
  const kept = { mentions, hasOptedOut, isTeamAddress, isBlocked };
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
