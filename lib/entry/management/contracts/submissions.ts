import { z } from "zod";
import type { Context } from "#lib/core/context";
import type { Page } from "#lib/core/cursor";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { EmailDelivery } from "#lib/domain/emails/schema";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { exportSubmissions } from "#lib/domain/submissions/export/export-submissions";
import { includeContent, measureText } from "#lib/domain/submissions/inbox/included-content";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { restoreSubmission } from "#lib/domain/submissions/mark-not-spam";
import { readAttachment } from "#lib/domain/submissions/read-attachment";
import {
  ExportSubmissionsQuery,
  ListSubmissionsQuery,
  RestoredSubmission,
  RetryEmailInput,
  Submission,
  SubmissionFields,
  SubmissionItem,
  type SubmissionSummary,
} from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import {
  UpdatedSubmissions,
  UpdateSubmissionInput,
  UpdateSubmissionsInput,
} from "#lib/domain/submissions/update-schema";
import { updateSubmission, updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { attachmentResponse, csvResponse } from "#lib/entry/http/attachment-response";
import { streamPage } from "#lib/entry/http/respond";
import { CURSOR, IDS, TIMES } from "#lib/entry/management/contracts/examples/example";
import {
  csv,
  emailDelivery,
  submission,
  submissionFields,
  submissionSummary,
} from "#lib/entry/management/contracts/examples/submissions";
import { dataResponse, defineEndpoint, pageOf, withTag } from "#lib/entry/management/endpoint";

/** Pages with more text than this are streamed. */
const MAX_WHOLE_BYTES = 1024 * 1024;

async function withContent(
  ctx: Context,
  page: Page<SubmissionSummary>,
  include: NonNullable<ListSubmissionsQuery["include"]>,
) {
  const items = includeContent(ctx, page.data, include);
  const ids = page.data.map(({ id }) => id);
  if ((await measureText(ctx, ids)) > MAX_WHOLE_BYTES) return streamPage(page, items);
  return { ...page, data: await Array.fromAsync(items) };
}

export const submissionEndpoints = withTag({ tag: "Submissions" }, [
  defineEndpoint("GET /v1/submissions", {
    operationId: "listSubmissions",
    summary: "List or search submissions",
    description:
      "Returns submissions, newest first by default, a page at a time, with a short preview of each. Filter by folder, form, unread, answered, assignee, notes, or time, or search in submitted values, notes, and replies. Without a filter, you get the inbox. To poll, send `order=asc` and pass `resumeCursor` as `cursor` the next time: you see each submission exactly once. A cursor is a position: it continues after its item in any order and with any filters.",
    scope: "submissions:read",
    query: ListSubmissionsQuery,
    example: { query: { folder: "inbox", search: "quote", limit: 25 } },
    responses: {
      200: {
        description: "A page of submissions in the requested order.",
        schema: pageOf(SubmissionItem).extend({
          resumeCursor: z
            .string()
            .nullable()
            .optional()
            .describe(
              "Only with `order=asc`: the cursor of the page's last item, or the cursor you sent if the page is empty. Send it as `cursor` to continue later, when more submissions have arrived.",
            ),
        }),
        example: { data: [submissionSummary], nextCursor: CURSOR },
      },
    },
    run: async (ctx, { query }) => {
      const page = await listSubmissions(ctx, query);
      return query.include ? withContent(ctx, page, query.include) : page;
    },
  }),
  defineEndpoint("GET /v1/submissions/export", {
    operationId: "exportSubmissions",
    summary: "Export submissions as CSV",
    description:
      "Downloads up to 1,000 submissions, newest first, as CSV in UTF-8 with a byte order mark. Takes the same filters as the list; if more match, it returns 422 `export_too_large`. Columns: id, received_at (ISO 8601), form, folder, name, email, fields_json. Cells that a spreadsheet could run as a formula are prefixed with an apostrophe.",
    scope: "submissions:read",
    query: ExportSubmissionsQuery,
    example: { query: { folder: "inbox" } },
    responses: {
      200: { description: "The matching submissions.", mediaType: "text/csv", example: csv },
    },
    errors: ["export_too_large"],
    run: async (ctx, { query }) => csvResponse(ctx, await exportSubmissions(ctx, query)),
  }),
  defineEndpoint("GET /v1/submissions/{submissionId}", {
    operationId: "getSubmission",
    summary: "Get a submission",
    description:
      "Returns one submission with all its fields, files, notification plan, auto-reply decision, and email deliveries. Use it to read a message in full or to see who was notified. Reading doesn't mark it read.",
    scope: "submissions:read",
    responses: {
      200: dataResponse(
        "The submission, with its files, notification plan, and deliveries.",
        Submission,
        submission,
      ),
    },
    data: (ctx, { params }) => getSubmission(ctx, params.submissionId),
  }),
  defineEndpoint("PATCH /v1/submissions/{submissionId}", {
    operationId: "updateSubmission",
    summary: "Update a submission",
    description:
      "Moves a submission to another folder, marks it read, unread, or answered, or assigns it to a member. Moving it to spam cancels queued emails and webhook events, except replies. Moving it out of spam doesn't send them.",
    scope: "submissions:write",
    body: UpdateSubmissionInput,
    example: { body: { folder: "archive", read: true } },
    responses: {
      200: dataResponse(
        "The updated submission, with its fields and notification plan.",
        SubmissionFields,
        { ...submissionFields, folder: "archive", read: true },
      ),
    },
    queues: true,
    data: (ctx, { params, body }) => updateSubmission(ctx, params.submissionId, body),
  }),
  defineEndpoint("PATCH /v1/submissions", {
    operationId: "updateSubmissions",
    summary: "Update several submissions",
    description:
      "Moves up to 100 submissions to another folder, marks them read, unread, or answered, or assigns them to a member, all at once. IDs that don't exist are listed in `notFound` and change nothing.",
    scope: "submissions:write",
    body: UpdateSubmissionsInput,
    example: { body: { ids: [IDS.submission], folder: "archive", read: true } },
    responses: {
      200: dataResponse("The IDs of the updated submissions.", UpdatedSubmissions, {
        updated: [IDS.submission],
        notFound: [],
      }),
    },
    queues: true,
    data: async (ctx, { body: { ids, ...input } }) => {
      const { changed } = await updateSubmissions(ctx, [...new Set(ids)], input);
      const notFound = [...new Set(ids).difference(new Set(changed))];
      return { updated: changed, notFound };
    },
  }),
  defineEndpoint("POST /v1/submissions/{submissionId}/restore", {
    operationId: "restoreSubmission",
    summary: "Restore a submission from spam",
    description:
      "Moves a submission from spam to the inbox and queues the notification emails and the webhook event that it would have had. Nothing is sent twice. A submission outside spam returns 409 `not_spam`.",
    scope: "submissions:write",
    responses: {
      200: dataResponse(
        "The restored submission, and the queued emails and event.",
        RestoredSubmission,
        {
          ...submissionFields,
          queued: { emails: 1, events: 1 },
        },
      ),
    },
    errors: ["not_spam"],
    queues: true,
    data: (ctx, { params }) => restoreSubmission(ctx, params.submissionId),
  }),
  defineEndpoint("DELETE /v1/submissions/{submissionId}", {
    operationId: "deleteSubmission",
    summary: "Delete a submission",
    description:
      "Permanently deletes the submission with its files and deliveries. This can't be undone. To keep it out of the inbox, move it to the archive instead.",
    scope: "submissions:write",
    status: 204,
    responses: {
      204: {
        description: "The submission, its files, and its deliveries were permanently deleted.",
      },
    },
    queues: true,
    run: (ctx, { params }) => deleteSubmission(ctx, params.submissionId),
  }),
  defineEndpoint("GET /v1/submissions/{submissionId}/attachments/{attachmentId}", {
    operationId: "downloadAttachment",
    summary: "Download a file",
    description:
      "Returns the bytes of an uploaded file. Its ID is in the submission. Files are private and aren't scanned for malware. A file past its retention period returns 404 `attachment_expired`.",
    scope: "files:read",
    responses: {
      200: { description: "The file.", mediaType: "application/octet-stream" },
    },
    errors: ["attachment_expired", "attachment_unavailable", "storage_unavailable"],
    run: async (ctx, { params }) =>
      attachmentResponse(await readAttachment(ctx, params.submissionId, params.attachmentId)),
  }),
  defineEndpoint("POST /v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry", {
    operationId: "retryEmailDelivery",
    summary: "Retry a notification email or reply",
    description:
      "Queues a notification email or a reply again that is `failed` or `uncertain`. An uncertain one may already have arrived, so it requires `acknowledgePossibleDuplicate`. Wait a minute after the last attempt (429 `retry_cooldown`). Auto-replies, and notifications of submissions in spam, can't be retried (409 `delivery_not_retryable`).",
    scope: "submissions:write",
    body: RetryEmailInput,
    example: { body: { acknowledgePossibleDuplicate: true } },
    isBodyOptional: true,
    responses: {
      200: dataResponse(
        "The notification was queued.",
        z
          .strictObject({
            message: z.string().describe("Human-readable message."),
            delivery: EmailDelivery,
          })
          .describe("The delivery, which is queued again."),
        {
          message: "The email is queued and will be sent in a moment.",
          delivery: {
            ...emailDelivery,
            status: "queued",
            attempts: emailDelivery.attempts.map((one) => ({
              ...one,
              outcome: "uncertain" as const,
            })),
            nextAttemptAt: TIMES.now,
          },
        },
      ),
    },
    errors: ["delivery_not_retryable", "duplicate_not_acknowledged", "retry_cooldown"],
    queues: true,
    data: (ctx, { params, body }) =>
      retryEmail(ctx, params.submissionId, params.emailDeliveryId, body),
  }),
]);
