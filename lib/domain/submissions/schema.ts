import { z } from "zod";
import { isLongerThan } from "#lib/core/characters";
import { Cursor, Limit, Order } from "#lib/core/cursor";
import { MessageContext } from "#lib/core/fields/context-schema";
import { Id, openSet, STORABLE_PATTERN, Timestamp, TimestampParameter } from "#lib/core/text";
import { Person } from "#lib/domain/access/people";
import { EmailDelivery, NotificationPlan } from "#lib/domain/emails/schema";
import { InvalidField } from "#lib/domain/forms/fields/schema";
import { SignalView } from "#lib/domain/spam/judgment";
import { Confirmation, VisitorReply } from "#lib/domain/submissions/visitor-schema";

export const FOLDERS = ["inbox", "archive", "spam"] as const;
export const Folder = z
  .enum(FOLDERS, { error: "must be inbox, archive, or spam" })
  .describe("The folder the submission is in.");
export type Folder = z.output<typeof Folder>;

/**
 * The stored place of a submission that waits for its visitor's confirmation. It isn't a folder.
 */
export const WAITING = "waiting";

export const Attachment = z
  .strictObject({
    id: Id.describe("UUID of the file."),
    field: z.string().describe("Name of the form field."),
    filename: z.string().describe("As submitted, without paths and control characters."),
    contentType: z.string().describe("Media type, detected from the file's content."),
    size: z.int().nonnegative().describe("In bytes."),
    expiresAt: Timestamp.describe("When the file will be deleted, in Unix epoch milliseconds."),
    status: openSet(["available", "expired", "unavailable"]).describe(
      "Only `available` files can be downloaded.",
    ),
  })
  .describe("A file uploaded with a submission. Files aren't scanned for malware.");
export type Attachment = z.output<typeof Attachment>;

const head = {
  id: Id.describe("UUID of the submission."),
  formId: Id.describe("UUID of the form."),
  formName: z.string().describe("The form's current name."),
  folder: Folder.describe(
    "The folder the submission is in. While it waits for confirmation it's in none, and this is `inbox`, where it goes then.",
  ),
  read: z.boolean().describe("Whether it has been read."),
  receivedAt: Timestamp.describe(
    "When it arrived, in Unix epoch milliseconds. For one that the visitor confirmed, when they did.",
  ),
  name: z
    .string()
    .nullable()
    .describe(
      "The sender's name, from the field that asks for it whatever it's called: by autofill, `name`, or a name that means this.",
    ),
  email: z
    .string()
    .nullable()
    .describe(
      "The sender's address, from the field that asks for it whatever it's called: of type `email`, `email`, `_replyto`, a name that means this, or the only address.",
    ),
  suspected: z
    .boolean()
    .describe(
      "Whether its content looks like spam, and no one has decided yet. `signals` says why.",
    ),
  answeredAt: Timestamp.nullable().describe(
    "When it was answered, in Unix epoch milliseconds. Null if it wasn't.",
  ),
  answeredBy: Person.nullable().describe(
    "The member who answered it. Null if no one did, or a token.",
  ),
  assignee: Person.nullable().describe("The member it's assigned to. Null if it's unassigned."),
};

export const SubmissionSummary = z
  .strictObject({
    ...head,
    preview: z.string().describe("At most 160 characters on one line."),
    attachmentCount: z.int().nonnegative().describe("Number of uploaded files."),
  })
  .describe("A submission, as it appears in lists.");
export type SubmissionSummary = z.output<typeof SubmissionSummary>;

const fields = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .describe(
    "Submitted values by field name, in the order submitted. Repeated names have a list of values.",
  );

export const SubmissionItem = SubmissionSummary.extend({
  fields: fields.optional().describe("The submitted values, only with `include=fields`."),
  context: MessageContext.nullable()
    .optional()
    .describe("Where it was written, or null, only with `include=fields`."),
  attachments: z
    .array(Attachment)
    .optional()
    .describe("The files in the order submitted, only with `include=attachments`."),
}).describe("A submission, as the API lists it.");
export type SubmissionItem = z.output<typeof SubmissionItem>;

/** A message as PATCH returns it. */
export const SubmissionFields = z
  .strictObject({
    ...head,
    fields,
    spamReason: openSet(["honeypot", "blocked_sender", "blocked_word", "content", "manual"])
      .nullable()
      .describe(
        "Why it's in spam: the honeypot, a blocked sender, a blocked word, its content, or someone who moved it there. Null outside spam.",
      ),
    signals: z
      .array(SignalView)
      .describe(
        "The signs for or against spam that its content had when it arrived, strongest first. With 2 points or more, it's suspected. Empty if nothing was found, or if it wasn't judged.",
      ),
    invalidFields: z
      .array(InvalidField)
      .nullable()
      .describe(
        "Values that don't fit the form's fields, if the form marks them. Null if all fit.",
      ),
    guessedCharset: z
      .string()
      .nullable()
      .describe(
        "The character encoding that had to be guessed, because the page named none or a wrong one, such as `windows-1252`. Null if nothing was guessed.",
      ),
    context: MessageContext.nullable().describe(
      "Where it was written. Null if nothing is known, or if the form doesn't keep it.",
    ),
    expiresAt: Timestamp.nullable().describe(
      "When it will be deleted, in Unix epoch milliseconds. Null if it's kept until you delete it.",
    ),
    heldReason: openSet(["allowance"])
      .nullable()
      .describe(
        "`allowance` if it was accepted beyond the monthly allowance: its notifications and events are sent when the next month begins or the allowance grows. Null otherwise.",
      ),
    confirmation: Confirmation.nullable().describe(
      "The visitor's confirmation by email (double opt-in), if one was asked for. Null otherwise.",
    ),
    importId: Id.nullable().describe(
      "UUID of the import that brought it from a file. Null if a visitor sent it here.",
    ),
    notificationPlan: NotificationPlan,
  })
  .describe("A submission without its files, auto-reply, and deliveries.");
export type SubmissionFields = z.output<typeof SubmissionFields>;

export const Submission = SubmissionFields.extend({
  attachments: z
    .array(Attachment)
    .describe("In the order submitted. Files aren't scanned for malware."),
  visitorReply: VisitorReply,
  deliveries: z.array(EmailDelivery).describe("Oldest first."),
}).describe("A stored submission.");
export type Submission = z.output<typeof Submission>;

export const RestoredSubmission = SubmissionFields.extend({
  queued: z
    .strictObject({
      emails: z.int().nonnegative().describe("Number of notification emails."),
      events: z.int().nonnegative().describe("Number of webhook events."),
    })
    .describe("The emails and the event that were queued."),
}).describe("The submission, which is in the inbox now.");
export type RestoredSubmission = z.output<typeof RestoredSubmission>;

/** `none`, or a UUID in lowercase. One pattern, because a parameter has one type. */
const NONE_OR_ID = /^(?:none|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;

const YesOrNo = z.enum(["true", "false"], { error: "must be true or false" });

export const SubmissionFilter = z.object({
  folder: z
    .enum([...FOLDERS, "all"], { error: "must be inbox, archive, spam, or all" })
    .default("inbox")
    .describe("The folder to search."),
  formId: Id.optional().describe("Only submissions for this form."),
  search: z
    .string()
    .trim()
    .refine((text) => !isLongerThan(text, 200), "must be at most 200 characters")
    .optional()
    .meta({
      description:
        "Text to find in submitted values, notes, and replies, at most 200 characters, trimmed. Ignores case but not accents. `i`, `ı`, `İ`, and `I` match each other, so `ISTANBUL` finds `İstanbul`.",
      maxLength: 200,
      pattern: STORABLE_PATTERN,
    }),
  unread: YesOrNo.optional().describe("Set to `true` for unread submissions only."),
  suspected: YesOrNo.optional().describe("Set to `true` for submissions that look like spam only."),
  answered: YesOrNo.optional().describe(
    "Set to `true` for answered submissions only, or to `false` for the others.",
  ),
  assigneeId: z
    .string("must be a string")
    .toLowerCase()
    .regex(NONE_OR_ID, "must be the UUID of a member, or none")
    .optional()
    .describe("Only submissions of this member. `none` for those that are unassigned."),
  hasNotes: YesOrNo.optional().describe(
    "Set to `true` for submissions with notes only, or to `false` for the others.",
  ),
});
export type SubmissionFilter = z.output<typeof SubmissionFilter>;

export const ExportSubmissionsQuery = SubmissionFilter.extend({
  receivedAfter: TimestampParameter.optional().describe(
    "Only submissions received after this moment, in Unix epoch milliseconds.",
  ),
  receivedBefore: TimestampParameter.optional().describe(
    "Only submissions received before this moment, in Unix epoch milliseconds.",
  ),
});

export type ExportSubmissionsQuery = z.output<typeof ExportSubmissionsQuery>;

export const ListSubmissionsQuery = ExportSubmissionsQuery.extend({
  waiting: YesOrNo.optional().describe(
    "Set to `true` for submissions that wait for their visitor's confirmation. They're in no folder, so `folder` has no effect then.",
  ),
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
  order: Order.default("desc"),
  include: z
    .enum(["fields", "attachments", "fields,attachments", "attachments,fields"], {
      error: "must be fields, attachments, or both, separated by a comma",
    })
    .optional()
    .describe(
      "`fields` adds the submitted values, `attachments` the files. Separate with a comma.",
    ),
});
export type ListSubmissionsQuery = z.output<typeof ListSubmissionsQuery>;

export const RetryEmailInput = z.strictObject({
  acknowledgePossibleDuplicate: z
    .boolean("must be true or false")
    .default(false)
    .describe("Required to retry an `uncertain` delivery, which may already have arrived."),
});
export type RetryEmailInput = z.output<typeof RetryEmailInput>;
