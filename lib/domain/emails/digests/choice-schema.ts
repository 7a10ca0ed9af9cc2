import { z } from "zod";
import { Id, Timestamp } from "#lib/core/text";

export const FREQUENCIES = ["immediately", "hourly", "daily", "never"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const Hour = z
  .int("must be a whole number from 0 to 23")
  .min(0, "must be a whole number from 0 to 23")
  .max(23, "must be a whole number from 0 to 23");

const WHEN =
  "`immediately`: an email for each message. `hourly`, `daily`: a digest of new messages, on the hour, or once a day at `hour` in the member's time zone. `never`: no email.";

export const NotificationChoice = z
  .strictObject({
    memberId: Id.describe("UUID of the member."),
    name: z.string().nullable().describe("The member's name, or null if they gave none."),
    email: z.string().describe("The member's address."),
    frequency: z.enum(FREQUENCIES).describe(WHEN),
    hour: Hour.nullable().describe("The hour of a daily digest, 0 to 23, or null."),
    timeZone: z
      .string()
      .describe("The member's time zone: their own, the workspace's, or UTC without either."),
    nextDigestAt: Timestamp.nullable().describe(
      "When their next digest is due, in Unix epoch milliseconds. Null for none. Nothing is sent if no messages arrived.",
    ),
  })
  .describe("When a member is notified of a form's messages.");
export type NotificationChoice = z.output<typeof NotificationChoice>;

export const SaveNotificationChoiceInput = z
  .strictObject({
    memberId: Id.describe("UUID of the member."),
    frequency: z.enum(FREQUENCIES, "must be immediately, hourly, daily, or never").describe(WHEN),
    hour: Hour.nullable()
      .default(null)
      .describe("The hour of a daily digest. Required for `daily`, null for all others."),
  })
  .refine(({ frequency, hour }) => (frequency === "daily") === (hour !== null), {
    path: ["hour"],
    message: "must be a whole number from 0 to 23 for daily, and null for all others",
  });
export type SaveNotificationChoiceInput = z.output<typeof SaveNotificationChoiceInput>;

/**
 * The period that a queued digest is about; its messages are read when it's sent. Times are epoch
 * milliseconds.
 */
export const DigestDraft = z.strictObject({
  userId: z.uuid(),
  /** Exclusive. */
  until: z.int(),
  forms: z.array(z.strictObject({ id: z.uuid(), since: z.int() })),
});
export type DigestDraft = z.output<typeof DigestDraft>;
