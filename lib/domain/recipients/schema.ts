import { z } from "zod";
import { EmailAddress, Id, openSet, Timestamp } from "#lib/core/text";
import { BlockedReason } from "#lib/domain/recipients/blocked-reason";

/** The maximum number of recipients of a workspace. */
export const MAX_RECIPIENTS = 20;
/** A confirmation email is resent at most once a minute. */
export const RESEND_AFTER_SECONDS = 60;

export const Recipient = z
  .strictObject({
    id: Id.describe("UUID of the recipient."),
    email: z.string().describe("The email address that is notified."),
    status: openSet(["pending", "verified"]).describe("`pending` until the address is confirmed."),
    verifiedAt: Timestamp.nullable().describe("In Unix epoch milliseconds. Null while pending."),
    createdAt: Timestamp,
    blockedReason: BlockedReason.nullable().describe(
      "Why it gets no notifications until it's confirmed again: an email bounced permanently, or its reader complained. Null if it isn't blocked.",
    ),
  })
  .describe("An email address that forms can notify once it's verified.");
export type Recipient = z.output<typeof Recipient>;

export const RecipientPending = z
  .strictObject({
    ...Recipient.shape,
    verificationSentAt: Timestamp.describe("When it was sent, in Unix epoch milliseconds."),
    resendAvailableAt: Timestamp.describe("When it can be resent, in Unix epoch milliseconds."),
  })
  .describe("A recipient that was just sent a confirmation email.");
export type RecipientPending = z.output<typeof RecipientPending>;

export const AddRecipientInput = z.strictObject({ email: EmailAddress });
export type AddRecipientInput = z.output<typeof AddRecipientInput>;

/** `min` to 5 distinct recipients; {@link requireVerifiedRecipients} checks that they're verified. */
export function RecipientIds(min: number) {
  const range = `must have ${min === 0 ? "at most" : `${min} to`} 5 recipients`;
  return z
    .array(Id, "must be a list of recipient IDs")
    .min(min, range)
    .max(5, range)
    .refine((ids) => new Set(ids).size === ids.length, "must not contain duplicates")
    .meta({ uniqueItems: true });
}
