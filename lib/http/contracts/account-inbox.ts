import { utcDay } from "#lib/core/moment";
import { listFormNames } from "#lib/forms/forms";
import { attachmentResponse, downloadResponse } from "#lib/http/attachment-response";
import { type AccountEndpoint, defineAccountEndpoint } from "#lib/http/endpoint";
import { deleteSubmissions } from "#lib/submissions/delete-submissions";
import { exportSubmissions } from "#lib/submissions/export-submissions";
import { getInboxMessage } from "#lib/submissions/get-inbox-message";
import {
  DeleteMessagesInput,
  ExportQuery,
  ListArrivalsQuery,
  ListInboxQuery,
} from "#lib/submissions/inbox-schema";
import { listArrivals, listInbox } from "#lib/submissions/list-submissions";
import { readAttachment } from "#lib/submissions/read-attachment";

/** What the inbox fetches after the page has rendered. */
export const accountInboxEndpoints: readonly AccountEndpoint[] = [
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/forms",
    access: "session",
    run: async ({ ctx }) => ({ data: await listFormNames(ctx) }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/submissions",
    access: "session",
    query: ListInboxQuery,
    run: ({ ctx }, { query }) => listInbox(ctx, query),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/submissions/arrivals",
    access: "session",
    query: ListArrivalsQuery,
    run: ({ ctx }, { query }) => listArrivals(ctx, query),
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/submissions/delete",
    access: "session",
    body: DeleteMessagesInput,
    run: async ({ ctx }, { body }) => ({
      data: { ...(await deleteSubmissions(ctx, body.ids)), doneAt: Date.now() },
    }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/submissions/export",
    access: "session",
    query: ExportQuery,
    run: async ({ ctx }, { query }) =>
      downloadResponse(
        `messages-${utcDay(ctx.now)}.csv`,
        "text/csv; charset=utf-8",
        await exportSubmissions(ctx, query),
      ),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/submissions/{submissionId}",
    access: "session",
    run: async ({ ctx }, { params }) => ({ data: await getInboxMessage(ctx, params.submissionId) }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/submissions/{submissionId}/attachments/{attachmentId}",
    access: "session",
    run: async ({ ctx }, { params }) =>
      attachmentResponse(await readAttachment(ctx, params.submissionId, params.attachmentId)),
  }),
];
