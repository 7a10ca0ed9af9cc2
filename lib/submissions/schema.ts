import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { Id, isLongerThan, Timestamp } from "#lib/core/text";
import { EmailDelivery, NotificationPlan } from "#lib/notifications/schema";

export const FOLDERS = ["inbox", "archive", "spam"] as const;
export const Folder = z
  .enum(FOLDERS, { error: "must be inbox, archive or spam" })
  .describe("Where the message is kept.");
export type Folder = z.output<typeof Folder>;

export const VisitorReply = z
  .strictObject({
    status: z
      .enum(["not_eligible", "queued", "sent", "failed", "uncertain", "suppressed"])
      .describe(
        "`not_eligible`: nothing is sent. `suppressed`: it would be, but for an opt-out or a limit. `uncertain`: it may have arrived.",
      ),
    reason: z
      .enum([
        "spam",
        "not_configured",
        "disabled",
        "no_consent",
        "no_email",
        "widget_not_verified",
        "opted_out",
        "rate_limited",
      ])
      .nullable()
      .describe("Why no reply is sent; null when one is or was."),
  })
  .describe("Whether the visitor is answered, and if not, why.");
export type VisitorReply = z.output<typeof VisitorReply>;

export const Attachment = z
  .strictObject({
    id: Id.describe("UUID of the file."),
    field: z.string().describe("Name of the form field that carried the file."),
    filename: z.string().describe("As sent, without paths and control characters."),
    contentType: z.string().describe("Media type, proven by the file's content."),
    size: z.int().nonnegative().describe("Bytes."),
    expiresAt: Timestamp.describe("When the file is deleted, in Unix epoch milliseconds."),
    status: z
      .enum(["available", "expired", "unavailable"])
      .describe("Only an `available` file can be downloaded."),
  })
  .describe("A file that came with a message. Files are not scanned for malware.");
export type Attachment = z.output<typeof Attachment>;

const head = {
  id: Id.describe("UUID of the message."),
  formId: Id.describe("UUID of the form that it came through."),
  formName: z.string().describe("The form's name as it is now."),
  folder: Folder,
  read: z.boolean().describe("Whether somebody has read it."),
  receivedAt: Timestamp,
  name: z.string().nullable().describe("Value of the submitted field `name` (in any case)."),
  email: z.string().nullable().describe("Value of the submitted field `email` (in any case)."),
};

export const SubmissionSummary = z
  .strictObject({
    ...head,
    preview: z.string().describe("At most 160 characters in one line."),
    attachmentCount: z.int().nonnegative().describe("Files that came with it."),
  })
  .describe("A message as lists show it.");
export type SubmissionSummary = z.output<typeof SubmissionSummary>;

/** A message as PATCH answers it. */
export const SubmissionFields = z
  .strictObject({
    ...head,
    fields: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe(
        "Submitted values by field name, in the order sent; a list where a name was repeated.",
      ),
    spamReason: z
      .enum(["honeypot", "manual"])
      .nullable()
      .describe("Why it is in spam; null outside spam."),
    expiresAt: Timestamp.nullable().describe(
      "When retention deletes the message, in Unix epoch milliseconds; null: never.",
    ),
    notificationPlan: NotificationPlan,
  })
  .describe("A message without files, reply and deliveries.");
export type SubmissionFields = z.output<typeof SubmissionFields>;

export const Submission = SubmissionFields.extend({
  attachments: z.array(Attachment).describe("As sent. Files are not scanned for malware."),
  visitorReply: VisitorReply,
  deliveries: z.array(EmailDelivery).describe("Oldest first."),
}).describe("A stored message.");
export type Submission = z.output<typeof Submission>;

export const UpdateSubmissionInput = z
  .strictObject({
    folder: Folder,
    read: z.boolean("must be true or false").describe("Whether somebody has read it."),
  })
  .partial()
  .refine((input) => Object.keys(input).length > 0, "must have at least one of folder, read")
  .meta({ description: "At least one of `folder` and `read`.", minProperties: 1 });
export type UpdateSubmissionInput = z.output<typeof UpdateSubmissionInput>;

/** What of the withheld is sent when a message leaves spam; session only, no part of `/v1`. */
export const ReleaseSubmissionInput = z.strictObject({
  folder: z.enum(["inbox", "archive"], { error: "must be inbox or archive" }).default("inbox"),
  mail: z.boolean("must be true or false").default(false),
  event: z.boolean("must be true or false").default(false),
});
export type ReleaseSubmissionInput = z.output<typeof ReleaseSubmissionInput>;

/** What a list or an export is narrowed by. */
export const SubmissionFilter = z.object({
  folder: z
    .enum([...FOLDERS, "all"], { error: "must be inbox, archive, spam or all" })
    .default("inbox")
    .describe("The folder to look in."),
  formId: Id.optional().describe("Only messages of this form."),
  search: z
    .string()
    .trim()
    .refine((text) => !isLongerThan(text, 200), "must have at most 200 characters")
    .optional()
    .meta({
      description:
        "Part of a submitted value, at most 200 characters, trimmed. Case doesn't matter in any script; accents do. `i`, `ı`, `İ` and `I` match each other, so `ISTANBUL` finds `İstanbul`.",
      maxLength: 200,
    }),
  unread: z
    .enum(["true", "false"], { error: "must be true or false" })
    .optional()
    .describe("`true`: only unread messages; `false` or absent: all."),
});
export type SubmissionFilter = z.output<typeof SubmissionFilter>;

export const ListSubmissionsQuery = SubmissionFilter.extend({
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
});
export type ListSubmissionsQuery = z.output<typeof ListSubmissionsQuery>;

export const RetryEmailInput = z.strictObject({
  acknowledgePossibleDuplicate: z
    .boolean("must be true or false")
    .default(false)
    .describe("Needed for an uncertain send, which may already have arrived."),
});
export type RetryEmailInput = z.output<typeof RetryEmailInput>;
