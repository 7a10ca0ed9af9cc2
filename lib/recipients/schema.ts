import { z } from "zod";
import { EmailAddress, Id, Timestamp } from "#lib/core/text";

/** SPEC, Limits: recipients of one workspace. */
export const MAX_RECIPIENTS = 20;
/** SPEC, States: a verification mail is resent at most once per minute. */
export const RESEND_AFTER_SECONDS = 60;

export const Recipient = z
  .strictObject({
    id: Id.describe("UUID of the recipient."),
    email: z.string().describe("The address that is notified."),
    status: z
      .enum(["pending", "verified"])
      .describe("`pending` until the owner of the address has confirmed it."),
    verifiedAt: Timestamp.nullable().describe("Unix epoch milliseconds; null while pending."),
    createdAt: Timestamp,
  })
  .describe("An address that forms can notify once its owner has verified it.");
export type Recipient = z.output<typeof Recipient>;

export const RecipientPending = z
  .strictObject({
    ...Recipient.shape,
    verificationSentAt: Timestamp.describe("When it was sent, in Unix epoch milliseconds."),
    resendAvailableAt: Timestamp.describe("Epoch milliseconds from which it can be sent again."),
  })
  .describe("A recipient whose verification mail has just been sent.");
export type RecipientPending = z.output<typeof RecipientPending>;

export const AddRecipientInput = z.strictObject({ email: EmailAddress });
export type AddRecipientInput = z.output<typeof AddRecipientInput>;

/** Distinct recipients, `min` to 5 of them; that they are verified is checked against the workspace. */
export function RecipientIds(min: number) {
  return z
    .array(Id, "must be a list of recipient ids")
    .min(min, `must have ${min} to 5 recipients`)
    .max(5, `must have ${min} to 5 recipients`)
    .refine((ids) => new Set(ids).size === ids.length, "must not name a recipient twice")
    .meta({ uniqueItems: true });
}
