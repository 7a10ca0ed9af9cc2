import { z } from "zod";
import { utcDay } from "#lib/core/moment";
import { attachmentResponse, downloadResponse } from "#lib/http/attachment-response";
import { defineEndpoint } from "#lib/http/endpoint";
import { pageOf } from "#lib/http/page-schema";
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
    tag: "Messages",
    summary: "List or search messages, newest first",
    scope: "submissions:read",
    query: ListSubmissionsQuery,
    responses: { 200: { description: "One page of messages.", schema: pageOf(SubmissionSummary) } },
    run: async (ctx, { query }) => ({ status: 200, body: await listSubmissions(ctx, query) }),
  }),
  defineEndpoint({
    operationId: "exportSubmissions",
    method: "GET",
    path: "/v1/submissions/export",
    tag: "Messages",
    summary: "Export messages as CSV, newest first",
    description:
      "UTF-8 with a byte order mark, at most 1,000 messages. Columns: id, received_at (ISO 8601), form, folder, name, email, fields_json. A cell that a spreadsheet could take for a formula begins with an apostrophe.",
    scope: "submissions:read",
    query: SubmissionFilter,
    responses: { 200: { description: "The messages that match.", mediaType: "text/csv" } },
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
    tag: "Messages",
    summary: "Read a message with files, routing and deliveries",
    scope: "submissions:read",
    responses: {
      200: { description: "The message.", schema: z.strictObject({ data: Submission }) },
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
    tag: "Messages",
    summary: "Move a message or mark it read",
    description:
      "Moving into spam cancels mails and events that are still queued; moving out of it sends nothing by itself.",
    scope: "submissions:write",
    body: UpdateSubmissionInput,
    responses: {
      200: {
        description: "The message's own fields and its notification plan.",
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
    tag: "Messages",
    summary: "Delete a message for good",
    scope: "submissions:write",
    responses: { 204: { description: "The message, its files and deliveries are gone." } },
    run: async (ctx, { params }) => {
      await deleteSubmission(ctx, params.submissionId);
      return { status: 204 };
    },
  }),
  defineEndpoint({
    operationId: "downloadAttachment",
    method: "GET",
    path: "/v1/submissions/{submissionId}/attachments/{attachmentId}",
    tag: "Messages",
    summary: "Download a file",
    description: "Files are private and are not scanned for malware.",
    scope: "files:read",
    responses: {
      200: { description: "The bytes of the file.", mediaType: "application/octet-stream" },
    },
    errors: ["attachment_expired", "attachment_unavailable", "storage_unavailable"],
    run: async (ctx, { params }) =>
      attachmentResponse(await readAttachment(ctx, params.submissionId, params.attachmentId)),
  }),
  defineEndpoint({
    operationId: "retryEmailDelivery",
    method: "POST",
    path: "/v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry",
    tag: "Messages",
    summary: "Send an owner's notification again",
    description:
      "Only a failed or uncertain notification of a message outside spam, a minute after its last attempt. Replies to visitors are never sent again.",
    scope: "submissions:write",
    body: RetryEmailInput,
    isBodyOptional: true,
    responses: {
      200: {
        description: "The notification is queued again.",
        schema: z.strictObject({
          data: z
            .strictObject({
              message: z.string().describe("One sentence."),
              delivery: EmailDelivery,
            })
            .describe("The delivery, queued again."),
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
