import { z } from "zod";
import { utcDay } from "#lib/core/moment";
import { attachmentResponse, downloadResponse } from "#lib/http/attachment-response";
import { defineEndpoint, pageOf } from "#lib/http/endpoint";
import { retryEmail } from "#lib/notifications/retry-email";
import { EmailDelivery } from "#lib/notifications/schema";
import { deleteSubmission } from "#lib/submissions/delete-submissions";
import { exportSubmissions } from "#lib/submissions/export-submissions";
import { listSubmissions } from "#lib/submissions/list-submissions";
import { readAttachment } from "#lib/submissions/read-attachment";
import {
  ListSubmissionsQuery,
  RetryEmailInput,
  Submission,
  SubmissionFields,
  SubmissionFilter,
  SubmissionSummary,
  UpdateSubmissionInput,
} from "#lib/submissions/schema";
import { getSubmission } from "#lib/submissions/store";
import { updateSubmission } from "#lib/submissions/update-submissions";

export const submissionEndpoints = [
  defineEndpoint({
    operationId: "listSubmissions",
    method: "GET",
    path: "/v1/submissions",
    tag: "Submissions",
    summary: "List or search submissions",
    scope: "submissions:read",
    query: ListSubmissionsQuery,
    responses: {
      200: {
        description: "A page of submissions, newest first.",
        schema: pageOf(SubmissionSummary),
      },
    },
    run: async (ctx, { query }) => ({ status: 200, body: await listSubmissions(ctx, query) }),
  }),
  defineEndpoint({
    operationId: "exportSubmissions",
    method: "GET",
    path: "/v1/submissions/export",
    tag: "Submissions",
    summary: "Export submissions as CSV",
    description:
      "Exports up to 1,000 submissions, newest first, as UTF-8 with a byte order mark. Columns: id, received_at (ISO 8601), form, folder, name, email, fields_json. Cells that a spreadsheet could run as a formula are prefixed with an apostrophe.",
    scope: "submissions:read",
    query: SubmissionFilter,
    responses: { 200: { description: "The matching submissions.", mediaType: "text/csv" } },
    errors: ["export_too_large"],
    run: async (ctx, { query }) =>
      downloadResponse(
        `messages-${utcDay(ctx.now)}.csv`,
        "text/csv; charset=utf-8",
        await exportSubmissions(ctx, query),
      ),
  }),
  defineEndpoint({
    operationId: "getSubmission",
    method: "GET",
    path: "/v1/submissions/{submissionId}",
    tag: "Submissions",
    summary: "Get a submission",
    scope: "submissions:read",
    responses: {
      200: {
        description: "The submission, with its files, notification plan and deliveries.",
        schema: z.strictObject({ data: Submission }),
      },
    },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await getSubmission(ctx, params.submissionId) },
    }),
  }),
  defineEndpoint({
    operationId: "updateSubmission",
    method: "PATCH",
    path: "/v1/submissions/{submissionId}",
    tag: "Submissions",
    summary: "Update a submission",
    description:
      "Moves a submission or marks it read. Moving it to spam cancels queued emails and webhook events. Moving it out of spam doesn't send them.",
    scope: "submissions:write",
    body: UpdateSubmissionInput,
    responses: {
      200: {
        description: "The updated submission, with its fields and notification plan.",
        schema: z.strictObject({ data: SubmissionFields }),
      },
    },
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await updateSubmission(ctx, params.submissionId, body) },
    }),
  }),
  defineEndpoint({
    operationId: "deleteSubmission",
    method: "DELETE",
    path: "/v1/submissions/{submissionId}",
    tag: "Submissions",
    summary: "Delete a submission",
    scope: "submissions:write",
    responses: {
      204: {
        description: "The submission, its files and its deliveries were permanently deleted.",
      },
    },
    run: async (ctx, { params }) => {
      await deleteSubmission(ctx, params.submissionId);
      return { status: 204 };
    },
  }),
  defineEndpoint({
    operationId: "downloadAttachment",
    method: "GET",
    path: "/v1/submissions/{submissionId}/attachments/{attachmentId}",
    tag: "Submissions",
    summary: "Download a file",
    description: "Files are private and aren't scanned for malware.",
    scope: "files:read",
    responses: {
      200: { description: "The file.", mediaType: "application/octet-stream" },
    },
    errors: ["attachment_expired", "attachment_unavailable", "storage_unavailable"],
    run: async (ctx, { params }) =>
      attachmentResponse(await readAttachment(ctx, params.submissionId, params.attachmentId)),
  }),
  defineEndpoint({
    operationId: "retryEmailDelivery",
    method: "POST",
    path: "/v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry",
    tag: "Submissions",
    summary: "Retry a notification email",
    description:
      "Only failed or uncertain notifications can be retried, at least a minute after the last attempt and while the submission isn't in spam. Auto-replies can't be retried.",
    scope: "submissions:write",
    body: RetryEmailInput,
    isBodyOptional: true,
    responses: {
      200: {
        description: "The notification was queued.",
        schema: z.strictObject({
          data: z
            .strictObject({
              message: z.string().describe("Human-readable message."),
              delivery: EmailDelivery,
            })
            .describe("The delivery, which is queued again."),
        }),
      },
    },
    errors: ["delivery_not_retryable", "duplicate_not_acknowledged", "retry_cooldown"],
    queues: true,
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await retryEmail(ctx, params.submissionId, params.emailDeliveryId, body) },
    }),
  }),
];
