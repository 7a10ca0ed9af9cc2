import { z } from "zod";
import { hashReplyAddress } from "#lib/autoresponder/opt-out";
import type { Context } from "#lib/core/context";
import { decryptSecret, encryptSecret } from "#lib/core/secrets";
import { EmailAddress, OneLine } from "#lib/core/text";

/** CONTRACT section 3, VisitorReply: one reply per address and form in this time, and so many an hour. */
export const REPLY_GAP_HOURS = 24;
export const MAX_REPLIES_PER_HOUR = 100;

/** The control field by which a visitor asks for a reply (SPEC, Auto-reply). */
const CONSENT_FIELD = "_service_autoreply";

/** Whether the visitor asked for a reply: exactly `true`, as text or as JSON boolean. */
export function hasConsent(controls: ReadonlyMap<string, string>): boolean {
  return controls.get(CONSENT_FIELD) === "true";
}

type Message = {
  isSpam: boolean;
  /** The form's auto-reply; null before its first save. */
  autoresponder: { enabled: boolean } | null;
  hasConsent: boolean;
  /** The one address that a reply can go to, or null. */
  address: string | null;
  /** Whether this message's challenge passed with the form's enabled widget, which verifies it. */
  isChallengePassed: boolean;
};

export type ReplyDecision =
  | {
      status: "not_eligible";
      reason:
        | "spam"
        | "not_configured"
        | "disabled"
        | "no_consent"
        | "no_email"
        | "widget_not_verified";
    }
  | { status: "queued"; reason: null; address: string };

/**
 * Whether a message is to be answered: the first reason against it, in CONTRACT's order (section 3,
 * VisitorReply). Pure. What is queued may still be suppressed, opted_out or rate_limited, by
 * `take_reply_slot()` in the statement that accepts the message: only there are the caps exact.
 */
export function decideReply(message: Message): ReplyDecision {
  const { autoresponder, address } = message;
  const no = (reason: Extract<ReplyDecision, { status: "not_eligible" }>["reason"]) =>
    ({ status: "not_eligible", reason }) as const;
  if (message.isSpam) return no("spam");
  if (!autoresponder) return no("not_configured");
  if (!autoresponder.enabled) return no("disabled");
  if (!message.hasConsent) return no("no_consent");
  if (address === null) return no("no_email");
  if (!message.isChallengePassed) return no("widget_not_verified");
  return { status: "queued", reason: null, address };
}

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
  message: Omit<Parameters<typeof decideReply>[0], "autoresponder">,
): PlannedReply {
  const decision = decideReply({ ...message, autoresponder });
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
