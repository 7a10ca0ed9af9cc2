import { z } from "zod";
import type { Db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { installationKey } from "#lib/adapters/db/installation-key";
import type { Context } from "#lib/core/context";
import { mailboxKey } from "#lib/core/mailbox-key";
import { hashAddress } from "#lib/core/secrets";
import { EmailAddress, OneLine } from "#lib/core/text";
import { queueEmailOfKind } from "#lib/domain/deliveries/queue";
import { findAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import {
  type AutoReplyWords,
  type AutoReplyWordsOf,
  ReplyWords,
} from "#lib/domain/emails/auto-reply/compose-reply";
import { hashReplyAddress } from "#lib/domain/emails/auto-reply/opt-out";
import {
  fieldsToRepeat,
  RepeatedFields,
  type SentMessage,
} from "#lib/domain/emails/auto-reply/repeated-fields";
import { IncludeAnswers } from "#lib/domain/emails/auto-reply/schema";
import { readPage } from "#lib/domain/forms/page/form-page";

/** The time in which an address gets one auto-reply per form. */
const REPLY_GAP_HOURS = 24;
/** The maximum number of auto-replies of a workspace per hour, and the most confirmation emails. */
const MAX_PER_HOUR = 100;
/** The most of both in total to one mailbox, over all forms and workspaces. */
const MAX_TO_MAILBOX = { perHour: 3, perDay: 10 };

/** The last arguments of `take_visitor_slot()`, in SQL. */
export const VISITOR_LIMITS = `interval '${REPLY_GAP_HOURS} hours', ${MAX_PER_HOUR}, ${MAX_TO_MAILBOX.perHour}, ${MAX_TO_MAILBOX.perDay}`;

/** The control field with which a visitor opts in to a reply. */
const CONSENT_FIELD = "_service_autoreply";

/** Returns whether the visitor opted in: exactly `true`, as text or JSON boolean. */
export function hasConsent(controls: ReadonlyMap<string, string>): boolean {
  return controls.get(CONSENT_FIELD) === "true";
}

/**
 * The reason that a submission can't trigger an email to a visitor, whose address anyone can enter.
 */
export type EmailObstacle = "widget_not_verified" | "looks_automatic";

type Message = {
  isSpam: boolean;
  /** The form's auto-reply, or null before the first save. */
  autoresponder: { enabled: boolean } | null;
  hasConsent: boolean;
  /** The visitor's address, if it's exactly one. */
  address: string | null;
  /** The missing sign that the submission isn't a bot's; null if nothing is missing. */
  obstacle: EmailObstacle | null;
};

/**
 * Decides whether a submission gets an auto-reply, or the first reason against it. Pure. `take_visitor_slot()` may
 * still suppress a queued reply (opted_out, rate_limited, looks_automatic) in the statement that accepts the
 * submission, or when the visitor confirms it: only there are the limits exact.
 */
export function decideReply(message: Message) {
  const { autoresponder, address } = message;
  const no = <R extends string>(reason: R) => ({ status: "not_eligible", reason }) as const;
  if (message.isSpam) return no("spam");
  if (!autoresponder) return no("not_configured");
  if (!autoresponder.enabled) return no("disabled");
  if (!message.hasConsent) return no("no_consent");
  if (address === null) return no("no_email");
  if (message.obstacle) return no(message.obstacle);
  return { status: "queued", reason: null, address } as const;
}

/**
 * The auto-reply as it was configured when the submission arrived. Rejects characters that must not get into a
 * header.
 */
export const ReplyDraft = z.strictObject({
  subject: OneLine(1, 150),
  message: z.string(),
  replyTo: EmailAddress,
  words: ReplyWords,
  /** Left out if empty, as the previous release reads it. */
  repeated: RepeatedFields.optional(),
});
export type ReplyDraft = z.output<typeof ReplyDraft>;

/** The part of a form's auto-reply that intake needs. */
export const AutoReplyForm = z.object({
  enabled: z.boolean(),
  subject: z.string(),
  message: z.string(),
  replyTo: z.string(),
  includeAnswers: IncludeAnswers,
});
export type AutoReplyForm = z.output<typeof AutoReplyForm>;

/** Composes the auto-reply to a message, including the fields it repeats. Pure. */
function draftReply(
  { subject, message, replyTo, includeAnswers }: Omit<AutoReplyForm, "enabled">,
  words: AutoReplyWords,
  sent: SentMessage,
): ReplyDraft {
  const { sent: title, ...own } = words;
  const fields = fieldsToRepeat(includeAnswers, sent, words.language);
  const repeated = fields.length > 0 ? { repeated: { title, fields } } : {};
  return { subject, message, replyTo, words: own, ...repeated };
}

/**
 * Decides whether a submission gets an auto-reply, and composes the email to send if the visitor's slot is free.
 *
 * @param message.words - our own words in the email if the visitor opted in, else null
 * @param message.sent - what the visitor sent
 */
export async function planReply(
  ctx: Context,
  autoresponder: AutoReplyForm | null,
  {
    words,
    sent,
    ...message
  }: Omit<Message, "autoresponder" | "hasConsent"> & {
    words: AutoReplyWords | null;
    sent: SentMessage;
  },
) {
  const decision = decideReply({ ...message, autoresponder, hasConsent: words !== null });
  const { status, reason } = decision;
  if (decision.status !== "queued" || !autoresponder || !words)
    return { status, reason, email: null };
  const hashes = await hashVisitor(ctx, decision.address);
  const draft = draftReply(autoresponder, words, sent);
  const email = { to: decision.address, hashes, draft };
  return { status, reason, email };
}

/**
 * Hashes a visitor's address for counting emails to it: the address in the workspace, and its mailbox in the
 * installation.
 */
export async function hashVisitor({ workspaceId }: Context, address: string) {
  const key = await installationKey();
  return {
    reply_address: hashReplyAddress(key, workspaceId, address),
    reply_mailbox: hashAddress(key, `mailbox ${mailboxKey(address)}`),
  };
}

type Asked = {
  formId: string;
  submissionId: string;
  address: string;
  at: Date;
  sent: SentMessage;
  wordsOf: AutoReplyWordsOf;
};

/** Returns the form's current auto-reply, or null if it's off. */
async function findReply(
  tx: Db,
  ctx: Context,
  { formId, sent, wordsOf }: Asked,
): Promise<ReplyDraft | null> {
  const row = await findAutoresponder(tx, ctx, formId);
  if (!row?.enabled) return null;
  const recipient = await tx.recipient.findFirst({
    where: { workspaceId: ctx.workspaceId, id: row.replyRecipientId },
    select: { email: true },
  });
  if (!recipient) return null;
  const words = wordsOf(await readPage(tx, ctx, formId));
  const includeAnswers = IncludeAnswers.parse(row.includeAnswers);
  return draftReply({ ...row, replyTo: recipient.email, includeAnswers }, words, sent);
}

/**
 * Queues the auto-reply to a submission that requested one and was confirmed later, within the same limits
 * as when a submission is accepted.
 *
 * @param asked.at - the time of the confirmation
 * @param asked.sent - what the visitor sent
 * @param asked.wordsOf - makes our own words in the email, in the form's language
 * @returns what the submission says about its auto-reply
 */
export async function queueReply(tx: Db, ctx: Context, asked: Asked) {
  const { formId, submissionId, address, at } = asked;
  const { workspaceId } = ctx;
  const draft = await findReply(tx, ctx, asked);
  if (!draft) return { status: "not_eligible", reason: "disabled" };
  const { reply_address, reply_mailbox } = await hashVisitor(ctx, address);
  const [slot] = await tx.$queryRaw<{ suppressed: string | null }[]>`
    SELECT take_visitor_slot(${workspaceId}::uuid, ${formId}::uuid, ${reply_address}, ${reply_mailbox},
      ${at}::timestamptz, 'reply', ${Prisma.raw(VISITOR_LIMITS)}) AS suppressed`;
  if (slot?.suppressed) return { status: "suppressed", reason: slot.suppressed };
  await queueEmailOfKind(tx, ctx, "visitor_reply", { to: address, submissionId, data: draft });
  return { status: "queued", reason: null };
}
