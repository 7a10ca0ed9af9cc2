import { listFormNames } from "#lib/forms/forms";
import { attachmentResponse } from "#lib/http/attachment-response";
import { downloadCsv } from "#lib/http/contracts/submissions";
import { type AccountEndpoint, defineAccountEndpoint } from "#lib/http/endpoint";
import { deleteSubmissions } from "#lib/submissions/delete-submissions";
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
  defineAccountEndpoint("GET /api/account/forms", {
    run: async ({ ctx }) => ({ data: await listFormNames(ctx) }),
  }),
  defineAccountEndpoint("GET /api/account/submissions", {
    query: ListInboxQuery,
    run: ({ ctx }, { query }) => listInbox(ctx, query),
  }),
  defineAccountEndpoint("GET /api/account/submissions/arrivals", {
    query: ListArrivalsQuery,
    run: ({ ctx }, { query }) => listArrivals(ctx, query),
  }),
  defineAccountEndpoint("POST /api/account/submissions/delete", {
    body: DeleteMessagesInput,
    run: async ({ ctx }, { body }) => ({
      data: { ...(await deleteSubmissions(ctx, body.ids)), doneAt: Date.now() },
    }),
  }),
  defineAccountEndpoint("GET /api/account/submissions/export", {
    query: ExportQuery,
    run: ({ ctx }, { query }) => downloadCsv(ctx, query),
  }),
  defineAccountEndpoint("GET /api/account/submissions/{submissionId}", {
    run: async ({ ctx }, { params }) => ({ data: await getInboxMessage(ctx, params.submissionId) }),
  }),
  defineAccountEndpoint("GET /api/account/submissions/{submissionId}/attachments/{attachmentId}", {
    run: async ({ ctx }, { params }) =>
      attachmentResponse(await readAttachment(ctx, params.submissionId, params.attachmentId)),
  }),
];
