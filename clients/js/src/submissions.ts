import { type CallOptions, type Connected, eachItem, type Page, type Query } from "./call.js";
import type {
  AddRecipientInput,
  EmailDelivery,
  Recipient,
  RecipientPending,
  RestoredSubmission,
  RetryEmailInput,
  Submission,
  SubmissionFields,
  SubmissionItem,
  Token,
  UpdatedSubmissions,
  UpdateSubmissionInput,
  UpdateSubmissionsInput,
  Usage,
} from "./generated/api-types.js";

export type RetriedEmailDelivery = { message: string; delivery: EmailDelivery };

type SubmissionsQuery = Query<"/v1/submissions">;

/** An item with what its query includes. */
export type Included<Q> = SubmissionItem &
  (Q extends { include: infer Include extends string }
    ? Pick<Required<SubmissionItem>, Extract<keyof SubmissionItem, Parts<Include>>>
    : unknown);
type Parts<Text extends string> = Text extends `${infer One},${infer Other}` ? One | Other : Text;

/** Submissions, and what belongs to the whole workspace. */
export function submissionResources({ call, download }: Connected) {
  const listSubmissions = (
    query: SubmissionsQuery = {},
    options: CallOptions = {},
  ): Promise<Page<SubmissionItem>> => call("GET", "/v1/submissions", { query, ...options });
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
      get: (submissionId: string, options: CallOptions = {}): Promise<Submission> =>
        call("GET", "/v1/submissions/{submissionId}", { path: { submissionId }, ...options }),
      /** Moves it to another folder, or marks it as read or unread. */
      update: (
        submissionId: string,
        body: UpdateSubmissionInput,
        options: CallOptions = {},
      ): Promise<SubmissionFields> =>
        call("PATCH", "/v1/submissions/{submissionId}", {
          path: { submissionId },
          body,
          ...options,
        }),
      /** Updates up to 100 submissions at once. Returns which of them exist. */
      updateMany: (
        body: UpdateSubmissionsInput,
        options: CallOptions = {},
      ): Promise<UpdatedSubmissions> => call("PATCH", "/v1/submissions", { body, ...options }),
      /** Moves it from spam to the inbox, and queues the emails and the event it would have had. */
      restore: (submissionId: string, options: CallOptions = {}): Promise<RestoredSubmission> =>
        call("POST", "/v1/submissions/{submissionId}/restore", {
          path: { submissionId },
          ...options,
        }),
      /** Permanently deletes the submission and its files. */
      delete: (submissionId: string, options: CallOptions = {}): Promise<void> =>
        call("DELETE", "/v1/submissions/{submissionId}", { path: { submissionId }, ...options }),
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
      retryDelivery: (
        submissionId: string,
        emailDeliveryId: string,
        body?: RetryEmailInput,
        options: CallOptions = {},
      ): Promise<RetriedEmailDelivery> =>
        call("POST", "/v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry", {
          path: { submissionId, emailDeliveryId },
          body,
          ...options,
        }),
    },
    recipients: {
      /** All recipients, oldest first. They aren't paginated. */
      list: async (options: CallOptions = {}): Promise<Page<Recipient>> => {
        const { data }: { data: Recipient[] } = await call("GET", "/v1/recipients", options);
        return { data, nextCursor: null };
      },
      /** Adds an address and sends it a confirmation email, unless it's already verified. */
      add: (
        body: AddRecipientInput,
        options: CallOptions = {},
      ): Promise<Recipient | RecipientPending> =>
        call("POST", "/v1/recipients", { body, ...options }),
    },
    /** The token that the client sends. */
    token: {
      get: (options: CallOptions = {}): Promise<Token> => call("GET", "/v1/token", options),
    },
    /** The current month's usage. */
    usage: {
      get: (options: CallOptions = {}): Promise<Usage> => call("GET", "/v1/usage", options),
    },
  };
}
