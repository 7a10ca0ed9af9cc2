import { z } from "zod";
import { Cursor } from "#lib/core/cursor";
import { FieldPairs } from "#lib/core/fields";
import { EmailAddress, Id, Timestamp } from "#lib/core/text";
import { NotificationPlan } from "#lib/notifications/schema";
import {
  Folder,
  ListSubmissionsQuery,
  Submission,
  SubmissionFields,
  SubmissionFilter,
  SubmissionSummary,
} from "#lib/submissions/schema";
import { WebhookDeliveryItem } from "#lib/webhooks/schema";

/** Messages that one change or deletion takes; their ids fit into the body of one request. */
export const MAX_CHANGED_AT_ONCE = 500;

/** When the service looked, in epoch milliseconds: what is newer than that is not in the answer. */
const asOf = Timestamp;

/** A message as the dashboard lists it: the API's summary, and which check caught it. */
export const InboxItem = SubmissionSummary.extend({
  spamReason: SubmissionFields.shape.spamReason,
});
export type InboxItem = z.output<typeof InboxItem>;

export const InboxPage = z.strictObject({
  data: z.array(InboxItem),
  nextCursor: z.string().nullable(),
  asOf,
});
export type InboxPage = z.output<typeof InboxPage>;

export const ListInboxQuery = ListSubmissionsQuery;

/** `since`: epoch milliseconds as text, as query parameters are. */
export const ListArrivalsQuery = SubmissionFilter.extend({
  since: z
    .string()
    .regex(/^\d{1,14}$/, "must be in Unix epoch milliseconds")
    .transform((text) => new Date(Number(text))),
});
export type ListArrivalsQuery = z.output<typeof ListArrivalsQuery>;

export const Arrivals = z.strictObject({
  /** Newest first. `isMatch`: whether it belongs into the list that asks. */
  data: z.array(InboxItem.extend({ isMatch: z.boolean() })),
  /** More arrived than one answer tells of. */
  isCut: z.boolean(),
  asOf,
});
export type Arrivals = z.output<typeof Arrivals>;

/** A message as its pane shows it. Pairs, for an object would put fields named like numbers first. */
export const InboxMessage = z.strictObject({
  message: Submission.omit({ fields: true }),
  fields: FieldPairs,
  /** The sender's address, where it is one and nothing besides. */
  replyAddress: z.string().nullable(),
  events: z.array(WebhookDeliveryItem),
  /** What spam kept back and could be sent; null where there is nothing to offer. */
  withheld: z
    .strictObject({
      mail: z
        .strictObject({ recipients: NotificationPlan.shape.recipients, plan: NotificationPlan })
        .nullable(),
      event: z.strictObject({ url: z.string(), isSuspended: z.boolean() }).nullable(),
    })
    .nullable(),
  asOf,
});
export type InboxMessage = z.output<typeof InboxMessage>;

export const MessageIds = z
  .array(Id)
  .min(1, "must have at least one ID")
  .max(MAX_CHANGED_AT_ONCE, `must have at most ${MAX_CHANGED_AT_ONCE} IDs`);

export const DeleteMessagesInput = z.strictObject({ ids: MessageIds });

/** What a message was before a change, for taking the change back. */
export const MessageState = z.strictObject({
  id: Id,
  folder: Folder,
  read: z.boolean(),
  spamReason: SubmissionFields.shape.spamReason,
});
export type MessageState = z.output<typeof MessageState>;

export const RestoreMessagesInput = z.array(MessageState).min(1).max(MAX_CHANGED_AT_ONCE);

/** A part of an export: from its newest message to its oldest, both included. */
export const ExportSlice = z.strictObject({
  newest: Cursor,
  oldest: Cursor,
  /** Messages that matched when the slices were made. */
  count: z.int().nonnegative(),
});
export type ExportSlice = z.output<typeof ExportSlice>;

export const ExportPlan = z.strictObject({
  total: z.int().nonnegative(),
  slices: z.array(ExportSlice),
});
export type ExportPlan = z.output<typeof ExportPlan>;

export const ExportQuery = SubmissionFilter.extend({
  newest: Cursor.optional(),
  oldest: Cursor.optional(),
});
export type ExportQuery = z.output<typeof ExportQuery>;

/** Whose data are meant: everything is found by one address, in whatever case it was typed. */
export const PersonInput = z.strictObject({ email: EmailAddress });
export type PersonInput = z.output<typeof PersonInput>;

const Count = z.int().nonnegative();

/** How much there is of one person, and what an erasure would leave alone. */
export const PersonFindings = z.strictObject({
  /** Messages one of whose values is the address, in any folder of any form. */
  messages: Count,
  /** The same by form, most messages first. */
  forms: z.array(z.strictObject({ id: Id, name: z.string(), messages: Count })),
  files: Count,
  /** Mails about these messages, replies to the person included. */
  mails: Count,
  /** Webhook events with the content of these messages. */
  events: Count,
  /** Copies in the test inbox. */
  capturedMails: Count,
  /** Messages that only mention the address within a longer text: never exported or erased here. */
  mentions: Count,
  /** Whether the person opted out of automatic replies; kept, so that it stays so. */
  hasOptedOut: z.boolean(),
  /** Whether the address is a recipient or member of the workspace, whose own records stay. */
  isTeamAddress: z.boolean(),
});
export type PersonFindings = z.output<typeof PersonFindings>;

export const ErasedCounts = PersonFindings.pick({
  messages: true,
  files: true,
  mails: true,
  events: true,
  capturedMails: true,
});
export type ErasedCounts = z.output<typeof ErasedCounts>;

/** What an erasure did. `id` names its record, which knows what was done but not for whom. */
export const ErasureReceipt = z.strictObject({
  id: Id,
  erasedAt: Timestamp,
  erased: ErasedCounts,
  kept: PersonFindings.pick({ mentions: true, hasOptedOut: true, isTeamAddress: true }),
});
export type ErasureReceipt = z.output<typeof ErasureReceipt>;
