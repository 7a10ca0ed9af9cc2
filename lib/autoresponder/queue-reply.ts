import { findAutoresponder } from "#lib/autoresponder/autoresponder";
import type { WordsOf } from "#lib/autoresponder/compose-reply";
import { hashReplyAddress } from "#lib/autoresponder/opt-out";
import {
  MAX_REPLIES_PER_HOUR,
  REPLY_GAP_HOURS,
  type ReplyDraft,
} from "#lib/autoresponder/plan-reply";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import type { Db } from "#lib/db/database";
import { installationKey } from "#lib/db/installation-key";
import { EMAIL_CONCURRENCY_KEY } from "#lib/deliveries/claim";
import { dueNow } from "#lib/deliveries/queue";
import { readPage } from "#lib/forms/form-page";

type Asked = { formId: string; submissionId: string; address: string; at: Date; wordsOf: WordsOf };

/** The form's auto-reply as it is now, or null if it's off. */
async function findReply(
  tx: Db,
  ctx: Context,
  { formId, wordsOf }: Asked,
): Promise<ReplyDraft | null> {
  const row = await findAutoresponder(tx, ctx, formId);
  if (!row?.enabled) return null;
  const recipient = await tx.recipient.findFirst({
    where: { workspaceId: ctx.workspaceId, id: row.replyRecipientId },
    select: { email: true },
  });
  if (!recipient) return null;
  const words = wordsOf(await readPage(tx, ctx, formId));
  return { subject: row.subject, message: row.message, replyTo: recipient.email, words };
}

/**
 * Queues the auto-reply to a submission that asked for one and was confirmed later, within the same limits
 * as on acceptance.
 *
 * @param asked.at - the time of the confirmation
 * @param asked.wordsOf - makes our own words in the email, in the form's language
 * @returns what the submission says about its auto-reply
 */
export async function queueReply(tx: Db, ctx: Context, asked: Asked) {
  const { formId, submissionId, address, at } = asked;
  const { workspaceId } = ctx;
  const draft = await findReply(tx, ctx, asked);
  if (!draft) return { status: "not_eligible", reason: "disabled" };
  const addressHash = hashReplyAddress(await installationKey(), workspaceId, address);
  const [slot] = await tx.$queryRaw<{ suppressed: string | null }[]>`
    SELECT take_reply_slot(${workspaceId}::uuid, ${formId}::uuid, ${addressHash}, ${at}::timestamptz,
      make_interval(hours => ${REPLY_GAP_HOURS}::int), ${MAX_REPLIES_PER_HOUR}::int) AS suppressed`;
  if (slot?.suppressed) return { status: "suppressed", reason: slot.suppressed };
  const id = newId();
  const sealed = encryptSecret("email_data", { workspaceId, id }, JSON.stringify(draft));
  await tx.delivery.create({
    data: {
      ...(await dueNow(tx, ctx)),
      id,
      workspaceId,
      channel: "email",
      kind: "visitor_reply",
      submissionId,
      email: address,
      sealedData: Uint8Array.from(sealed),
      dedupeKey: newId(),
      concurrencyKey: EMAIL_CONCURRENCY_KEY,
      createdAt: ctx.now,
    },
  });
  return { status: "queued", reason: null };
}
