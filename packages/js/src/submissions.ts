import { type CallOptions, type Connected, eachItem, type Page, type Query } from "./call.js";
import type {
  Note,
  Person,
  Recipient,
  Reply,
  SavedReply,
  SubmissionItem,
} from "./generated/api-types.js";

type SubmissionsQuery = Query<"/v1/submissions">;

/** An item with what its query includes. */
export type Included<Q> = SubmissionItem &
  (Q extends { include: infer Include extends string }
    ? Pick<Required<SubmissionItem>, Extract<keyof SubmissionItem, Parts<Include>>>
    : unknown);
type Parts<Text extends string> = Text extends `${infer One},${infer Other}` ? One | Other : Text;

/** Submissions, and what belongs to the whole workspace. */
export function submissionResources({ operation, operationWith, download }: Connected) {
  const listSubmissions = operationWith("GET", "/v1/submissions");
  const listNotes = operation("GET", "/v1/submissions/{submissionId}/notes");
  const listReplies = operation("GET", "/v1/submissions/{submissionId}/replies");
  const listMembers = operation("GET", "/v1/members");
  const listRecipients = operation("GET", "/v1/recipients");
  const listSavedReplies = operation("GET", "/v1/saved-replies");
  return {
    submissions: {
      /** One page of submissions, by default the newest first. */
      list: <const Q extends SubmissionsQuery>(
        query?: Q,
        options: CallOptions = {},
      ): Promise<Page<Included<Q>>> =>
        listSubmissions(query, options) as Promise<Page<Included<Q>>>,
      /** All submissions that match, page by page. */
      all: <const Q extends SubmissionsQuery>(
        query?: Q,
        options: CallOptions = {},
      ): AsyncGenerator<Included<Q>, void> =>
        eachItem((page: SubmissionsQuery) => listSubmissions(page, options), {
          limit: 50,
          ...query,
        }) as AsyncGenerator<Included<Q>, void>,
      /** All submissions that match as CSV: read the response's `text()` or `body`. */
      export: (
        query: Query<"/v1/submissions/export"> = {},
        options: CallOptions = {},
      ): Promise<Response> => download("/v1/submissions/export", { query, ...options }),
      get: operation("GET", "/v1/submissions/{submissionId}"),
      /** Moves it to another folder, marks it as read or answered, or assigns it to a member. */
      update: operationWith("PATCH", "/v1/submissions/{submissionId}"),
      /** Updates up to 100 submissions at once. Returns which of them exist. */
      updateMany: operationWith("PATCH", "/v1/submissions"),
      /** Moves it from spam to the inbox, and queues the emails and the event it would have had. */
      restore: operation("POST", "/v1/submissions/{submissionId}/restore"),
      /** Permanently deletes the submission and its files. */
      delete: operation("DELETE", "/v1/submissions/{submissionId}"),
      /** A file: read the response's `arrayBuffer()` or `body`. */
      downloadAttachment: (
        submissionId: string,
        attachmentId: string,
        options: CallOptions = {},
      ): Promise<Response> =>
        download("/v1/submissions/{submissionId}/attachments/{attachmentId}", {
          path: { submissionId, attachmentId },
          ...options,
        }),
      /** Sends a notification again. One that may have arrived needs `acknowledgePossibleDuplicate`. */
      retryDelivery: operationWith(
        "POST",
        "/v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry",
      ),
    },
    /** What colleagues write about a submission. Visitors never see it. */
    notes: {
      /** All notes, oldest first. They aren't paginated. */
      list: async (submissionId: string, options: CallOptions = {}): Promise<Note[]> =>
        (await listNotes(submissionId, options)).data,
      create: operationWith("POST", "/v1/submissions/{submissionId}/notes"),
      /** Writes one note about up to 100 submissions. Returns which of them got it. */
      createMany: operationWith("POST", "/v1/submissions/notes"),
      update: operationWith("PATCH", "/v1/submissions/{submissionId}/notes/{noteId}"),
      delete: operation("DELETE", "/v1/submissions/{submissionId}/notes/{noteId}"),
    },
    /** Replies to the sender of a submission. The reply is sent after a 10-second delay. */
    replies: {
      /** All replies, oldest first. They aren't paginated. */
      list: async (submissionId: string, options: CallOptions = {}): Promise<Reply[]> =>
        (await listReplies(submissionId, options)).data,
      send: operationWith("POST", "/v1/submissions/{submissionId}/replies"),
      /** Undoes a reply that isn't being sent yet. */
      undo: operation("DELETE", "/v1/submissions/{submissionId}/replies/{replyId}"),
    },
    /** The people who can be assigned to submissions. */
    members: {
      /** All members, by name. They aren't paginated. */
      list: async (options: CallOptions = {}): Promise<Person[]> =>
        (await listMembers(options)).data,
    },
    /** Texts that members use again when they reply to messages. */
    savedReplies: {
      /** All saved replies, by name. They aren't paginated. */
      list: async (options: CallOptions = {}): Promise<SavedReply[]> =>
        (await listSavedReplies(options)).data,
      create: operationWith("POST", "/v1/saved-replies"),
      /** Changes only the properties in the body. */
      update: operationWith("PATCH", "/v1/saved-replies/{savedReplyId}"),
      /** Deletes it for all members. */
      delete: operation("DELETE", "/v1/saved-replies/{savedReplyId}"),
    },
    recipients: {
      /** All recipients, oldest first. They aren't paginated. */
      list: async (options: CallOptions = {}): Promise<Page<Recipient>> => ({
        ...(await listRecipients(options)),
        nextCursor: null,
      }),
      /** Adds an address and sends it a confirmation email, unless it's already verified. */
      add: operationWith("POST", "/v1/recipients"),
    },
    /** The token that the client sends. */
    token: {
      get: operation("GET", "/v1/token"),
    },
    /** The current month's usage. */
    usage: {
      get: operation("GET", "/v1/usage"),
    },
  };
}
