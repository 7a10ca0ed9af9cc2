import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { FieldPairs } from "#lib/core/fields/fields";
import { Day, EmailAddress, Id, Timestamp, TimestampParameter, TimeZone } from "#lib/core/text";
import { EmailDelivery, NotificationPlan } from "#lib/domain/emails/schema";
import { SERVICE_KINDS } from "#lib/domain/endpoints/chats/kinds";
import { Destination } from "#lib/domain/endpoints/destination-schema";
import { WebhookDeliveryItem } from "#lib/domain/endpoints/schema";
import { KnownField } from "#lib/domain/forms/fields/schema";
import { BlockedReason } from "#lib/domain/recipients/blocked-reason";
import { MAX_CHANGED_AT_ONCE } from "#lib/domain/submissions/inbox/limits";
import { Note } from "#lib/domain/submissions/notes/note-schema";
import { Answering } from "#lib/domain/submissions/replies/composer-schema";
import { Reply } from "#lib/domain/submissions/replies/reply-schema";
import {
  Folder,
  Submission,
  SubmissionFields,
  SubmissionFilter,
  SubmissionSummary,
} from "#lib/domain/submissions/schema";

/**
 * When the data was read, in epoch milliseconds. It's the `since` of the next request for arrivals.
 */
const asOf = Timestamp;

/** The blocked sender or word that caught a message in spam; null for other reasons. */
const spamMatch = z.string().nullable();

/**
 * A message as the dashboard lists it: the API's summary, the reason it's spam, and the sender if they gave
 * no name.
 */
export const InboxItem = SubmissionSummary.extend({
  spamReason: SubmissionFields.shape.spamReason,
  spamMatch,
  /** The sender's phone number; only if `name` and `email` are missing. */
  phone: z.string().nullable(),
  /** True if an email or event about it failed, may not have arrived, or waits after a failed attempt. */
  hasFailed: z.boolean(),
  hasNotes: z.boolean(),
});
export type InboxItem = z.output<typeof InboxItem>;

export const InboxPage = z.strictObject({
  data: z.array(InboxItem),
  nextCursor: z.string().nullable(),
  asOf,
});
export type InboxPage = z.output<typeof InboxPage>;

/** The API's filters, and the dashboard's own. Days are in `timeZone`, or in UTC. */
export const InboxFilter = SubmissionFilter.extend({
  hasFiles: z.enum(["true", "false"], { error: "must be true or false" }).optional(),
  /** Messages with an email or event that failed, is uncertain, or waits after a failed attempt. */
  failed: z.enum(["true", "false"], { error: "must be true or false" }).optional(),
  from: Day.optional(),
  to: Day.optional(),
  timeZone: TimeZone.optional(),
});
export type InboxFilter = z.output<typeof InboxFilter>;

export const ListInboxQuery = InboxFilter.extend({
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
});
export type ListInboxQuery = z.output<typeof ListInboxQuery>;

/** Submissions by form and folder. */
export const MessageTotals = z.strictObject({
  formId: Id,
  folder: Folder,
  total: z.int(),
  unread: z.int(),
});
export type MessageTotals = z.output<typeof MessageTotals>;

/** A search's matches in each folder and in total, counted up to a limit. `isCut`: there may be more. */
const FoundCounts = z.strictObject({
  counts: z.record(SubmissionFilter.shape.folder.unwrap(), z.int()),
  isCut: z.boolean(),
});
export type FoundCounts = z.output<typeof FoundCounts>;

/** The kinds of deliveries about messages: emails, and events of the webhook. */
export const MessageKind = z.enum([...EmailDelivery.shape.kind.options, "submission.created"]);
export type MessageKind = z.output<typeof MessageKind>;

/** The kinds of deliveries, as shown: an email, the webhook, or the chat that an event is sent to. */
export const DeliveryKind = z.enum([...MessageKind.options, ...SERVICE_KINDS]);
export type DeliveryKind = z.output<typeof DeliveryKind>;

/** Failed or uncertain, or waiting after a failed attempt. */
export const TroubledStatus = z.enum(["failed", "uncertain", "retrying"]);
export type TroubledStatus = z.output<typeof TroubledStatus>;

export const FailedFilter = z.strictObject({
  formId: Id.optional(),
  kind: DeliveryKind.optional(),
  status: TroubledStatus.optional(),
  /** The ID of the form's webhook or a destination. */
  endpointId: Id.optional(),
});
export type FailedFilter = z.output<typeof FailedFilter>;

export const ListFailedQuery = FailedFilter.extend({ cursor: Cursor.optional() });
export type ListFailedQuery = z.output<typeof ListFailedQuery>;

export const RetryFailedInput = ListFailedQuery.extend({
  acknowledgePossibleDuplicate: z.boolean(),
});
export type RetryFailedInput = z.output<typeof RetryFailedInput>;

/** The number of messages that match a filter, counted up to a limit. `isCut`: there are more. */
const MatchCount = z.strictObject({ count: z.int(), isCut: z.boolean() });
export type MatchCount = z.output<typeof MatchCount>;

/** The counts of a filter that has no counters: see `countMatching` and `countFound`. */
export const FilterCounts = z.strictObject({
  matching: MatchCount.nullable(),
  found: FoundCounts.nullable(),
});
export type FilterCounts = z.output<typeof FilterCounts>;

export const ListArrivalsQuery = InboxFilter.extend({ since: TimestampParameter });
export type ListArrivalsQuery = z.output<typeof ListArrivalsQuery>;

export const Arrivals = z.strictObject({
  /** Newest first. `isMatch`: whether it matches the filter of the list. */
  data: z.array(InboxItem.extend({ isMatch: z.boolean() })),
  /** True if more messages arrived than one response contains. */
  isCut: z.boolean(),
  /** The current state of messages that someone changed since. `areChangesCut`: there are more. */
  changed: z.array(InboxItem.extend({ changedAt: Timestamp })),
  areChangesCut: z.boolean(),
  /** Colleagues who are replying to a message at the moment. */
  answering: z.array(Answering),
  asOf,
});
export type Arrivals = z.output<typeof Arrivals>;

/**
 * A message as its pane shows it. Fields are pairs, because objects move number-like names to the
 * front.
 */
export const InboxMessage = z.strictObject({
  message: Submission.omit({ fields: true }),
  fields: FieldPairs,
  /** The form's current fields, to show the values under their labels. */
  known: z.array(KnownField),
  spamMatch,
  /** The sender, as far as the fields show. A reply goes to this address. */
  sender: z.strictObject({
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  events: z.array(
    WebhookDeliveryItem.extend({
      /** Null for the form's webhook. */
      destination: Destination.pick({ id: true, kind: true, name: true }).nullable(),
    }),
  ),
  /**
   * The captured deliveries by ID, with the ID of their email in the test inbox; null once that email
   * is deleted.
   */
  captured: z.record(Id, Id.nullable()),
  /**
   * The notifications that were cancelled because their recipient is blocked, by ID, with the
   * reason.
   */
  blocked: z.record(Id, BlockedReason),
  /** Suppressed deliveries that can still be sent; null if there are none. */
  suppressed: z
    .strictObject({
      email: z
        .strictObject({ recipients: NotificationPlan.shape.recipients, plan: NotificationPlan })
        .nullable(),
      /** The URLs of the event's endpoints, and whether all of these are suspended. */
      event: z.strictObject({ url: z.string(), isSuspended: z.boolean() }).nullable(),
    })
    .nullable(),
  /** Addresses that weren't notified because it was spam, and that are no longer recipients. */
  removed: z.array(z.string()),
  /** Colleagues' notes about the message and replies to its sender, oldest first. */
  notes: z.array(Note),
  replies: z.array(Reply),
  /** When someone last changed the message. */
  changedAt: Timestamp.nullable(),
  /** The reason that no one can reply to the sender; null if they can. */
  obstacle: z.string().nullable(),
});
export type InboxMessage = z.output<typeof InboxMessage>;

export const MessageIds = z
  .array(Id)
  .min(1, "must have at least one ID")
  .max(MAX_CHANGED_AT_ONCE, `must have at most ${MAX_CHANGED_AT_ONCE} IDs`);

export const DeleteMessagesInput = z.strictObject({ ids: MessageIds });

/** A message before a change, for undoing it. */
export const MessageState = z.strictObject({
  id: Id,
  folder: Folder,
  read: z.boolean(),
  spamReason: SubmissionFields.shape.spamReason,
  suspected: z.boolean(),
  /**
   * A page that was opened before an update of the service doesn't send these. Then they don't
   * change.
   */
  answeredAt: SubmissionFields.shape.answeredAt.optional(),
  answeredBy: SubmissionFields.shape.answeredBy.optional(),
  assignee: SubmissionFields.shape.assignee.optional(),
});
export type MessageState = z.output<typeof MessageState>;

export const RestoreMessagesInput = z.array(MessageState).min(1).max(MAX_CHANGED_AT_ONCE);

/** The person whose data it is; addresses are compared without case. */
export const PersonInput = z.strictObject({ email: EmailAddress });
export type PersonInput = z.output<typeof PersonInput>;
