import { z } from "zod";
import { hashReplyAddress } from "#lib/autoresponder/opt-out-token";
import { judgeReply, type ReplyDecision } from "#lib/autoresponder/rules";
import type { Context } from "#lib/core/context";
import { decryptSecret, encryptSecret } from "#lib/core/secrets";
import { EmailAddress, OneLine } from "#lib/core/text";

/** What of the auto-reply was in force when a message came; the reply is made from it when it is sent. */
const ReplyDraft = z.strictObject({
  subject: OneLine(1, 150),
  message: z.string(),
  replyTo: EmailAddress,
});
export type ReplyDraft = z.output<typeof ReplyDraft>;

/** What intake knows of a form's auto-reply. */
export type AnsweringForm = ReplyDraft & { enabled: boolean };

export type PlannedReply = Pick<ReplyDecision, "status" | "reason"> & {
  /** What is to be sent, unless the visitor's slot is not to be had; null when nothing is. */
  mail: { to: string; addressHash: string; sealedData: Uint8Array } | null;
};

/** Whether a message is answered, and the reply itself, kept as it was when the message came. */
export function planReply(
  ctx: Context,
  autoresponder: AnsweringForm | null,
  message: Omit<Parameters<typeof judgeReply>[0], "autoresponder">,
): PlannedReply {
  const decision = judgeReply({ ...message, autoresponder });
  const { status, reason } = decision;
  if (decision.status !== "queued" || !autoresponder) return { status, reason, mail: null };
  const { enabled: _, ...draft } = autoresponder;
  return {
    status,
    reason,
    mail: {
      to: decision.address,
      addressHash: hashReplyAddress(ctx.workspaceId, decision.address),
      sealedData: encryptSecret(JSON.stringify(draft)),
    },
  };
}

/** @throws when the bytes are not those of a planned reply, or hold what must not get into a header */
export function readReplyDraft(sealedData: Uint8Array): ReplyDraft {
  return ReplyDraft.parse(JSON.parse(decryptSecret(sealedData)));
}
