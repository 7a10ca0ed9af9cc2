import type { Context } from "#lib/core/context";
import { utcDay } from "#lib/core/dates";
import { streamText } from "#lib/core/streams";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import type { SignedIn } from "#lib/domain/accounts/open-session";
import { getProofMethods, proveIdentity, startProof } from "#lib/domain/accounts/prove-identity";
import { PasskeySignInInput, Proof, SignInInput, SignUpInput } from "#lib/domain/accounts/schema";
import { type ActiveSession, endSession } from "#lib/domain/accounts/sessions";
import { signIn, signInWithPasskey, startPasskeySignIn } from "#lib/domain/accounts/sign-in";
import { signUp } from "#lib/domain/accounts/sign-up";
import { AuditFilter } from "#lib/domain/audit/entry";
import { exportAudit } from "#lib/domain/audit/list-audit";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { ListCapturedEmailsQuery } from "#lib/domain/emails/schema";
import { runReceiverTest, testReceiver } from "#lib/domain/endpoints/test-receiver";
import { listFormNames } from "#lib/domain/forms/forms";
import { deleteSubmissions } from "#lib/domain/submissions/delete-submissions";
import { ExportQuery, ExportSelectedInput } from "#lib/domain/submissions/export/export-schema";
import {
  exportSelected,
  exportSubmissions,
} from "#lib/domain/submissions/export/export-submissions";
import { countForFilter, countMessages } from "#lib/domain/submissions/inbox/count-submissions";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import {
  DeleteMessagesInput,
  InboxFilter,
  ListArrivalsQuery,
  ListInboxQuery,
  PersonInput,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { listArrivals } from "#lib/domain/submissions/inbox/list-arrivals";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { exportPerson } from "#lib/domain/submissions/person/person-data";
import { readAttachment, readPreview } from "#lib/domain/submissions/read-attachment";
import { templateFile } from "#lib/domain/templates/template-file";
import { createToken } from "#lib/domain/tokens/create-token";
import { CreateTokenInput } from "#lib/domain/tokens/schema";
import { listTokens, revokeToken } from "#lib/domain/tokens/tokens";
import { sealSession, setCookie } from "#lib/entry/account/cookie";
import { accountImportEndpoints } from "#lib/entry/account/import-endpoints";
import { workEndpoints } from "#lib/entry/account/work-endpoints";
import {
  attachmentResponse,
  csvResponse,
  downloadResponse,
  previewResponse,
} from "#lib/entry/http/attachment-response";
import { HttpResponse } from "#lib/entry/http/http-types";
import { jsonResponse } from "#lib/entry/http/respond";
import {
  type AccountEndpoint,
  defineAccountEndpoint,
  defineOpenEndpoint,
} from "#lib/entry/management/endpoint";

/**
 * Returns the time zone of an export: the one that the page shows, or else the member's or the
 * workspace's.
 */
function exportZone(
  { ctx, timeZones }: ActiveSession,
  { timeZone }: { timeZone?: string | undefined },
) {
  return { ctx, timeZone: timeZone ?? timeZones.own ?? timeZones.workspace ?? undefined };
}

/** Endpoints that the inbox calls after the page has rendered. */
const inboxEndpoints = [
  defineAccountEndpoint("GET /api/account/forms", {
    data: ({ ctx }) => listFormNames(ctx),
  }),
  defineAccountEndpoint("GET /api/account/submissions", {
    query: ListInboxQuery,
    run: ({ ctx }, { query }) => listInbox(ctx, query),
  }),
  defineAccountEndpoint("GET /api/account/submissions/arrivals", {
    query: ListArrivalsQuery,
    run: ({ ctx }, { query }) => listArrivals(ctx, query),
  }),
  defineAccountEndpoint("GET /api/account/submissions/totals", {
    data: ({ ctx }) => countMessages(ctx),
  }),
  defineAccountEndpoint("GET /api/account/submissions/counts", {
    query: InboxFilter,
    data: ({ ctx }, { query }) => countForFilter(ctx, query),
  }),
  defineAccountEndpoint("POST /api/account/submissions/delete", {
    body: DeleteMessagesInput,
    queues: true,
    data: ({ ctx }, { body }) => deleteSubmissions(ctx, body.ids),
  }),
  defineAccountEndpoint("GET /api/account/submissions/export", {
    query: ExportQuery,
    run: async (session, { query }) => {
      const { ctx, timeZone } = exportZone(session, query);
      return csvResponse(ctx, await exportSubmissions(ctx, { ...query, timeZone }), timeZone);
    },
  }),
  defineAccountEndpoint("POST /api/account/submissions/export", {
    body: ExportSelectedInput,
    run: async (session, { body }) => {
      const { ctx, timeZone } = exportZone(session, body);
      return csvResponse(ctx, await exportSelected(ctx, { ...body, timeZone }), timeZone);
    },
  }),
  defineAccountEndpoint("GET /api/account/submissions/{submissionId}", {
    data: ({ ctx }, { params }) => getInboxMessage(ctx, params.submissionId),
  }),
  defineAccountEndpoint("GET /api/account/submissions/{submissionId}/attachments/{attachmentId}", {
    run: async ({ ctx }, { params }) =>
      attachmentResponse(await readAttachment(ctx, params.submissionId, params.attachmentId)),
  }),
  defineAccountEndpoint(
    "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}/preview",
    {
      run: async ({ ctx }, { params }) =>
        previewResponse(await readPreview(ctx, params.submissionId, params.attachmentId)),
    },
  ),
];

async function withCookies(status: number, signedIn: SignedIn): Promise<HttpResponse> {
  const { account, sessionId, device } = signedIn;
  const cookies = [setCookie("session", await sealSession(sessionId)), setCookie("device", device)];
  return jsonResponse(status, { data: account }, {}, cookies);
}

/**
 * Streams each check as a line of JSON, as soon as it's done. A failure before the first one is an error of the
 * endpoint.
 */
async function streamChecks(ctx: Context, formId: string): Promise<HttpResponse> {
  const checks = testReceiver(ctx, formId);
  let next = await checks.next();
  async function* write(): AsyncGenerator<string, void> {
    try {
      for (; !next.done; next = await checks.next()) yield `${JSON.stringify(next.value)}\n`;
    } finally {
      await checks.return();
    }
  }
  return new HttpResponse(200, { "Content-Type": "application/x-ndjson" }, streamText(write()));
}

/** The JSON endpoints that require a session: accounts, data requests, and the inbox. */
export const accountEndpoints: readonly AccountEndpoint[] = [
  defineOpenEndpoint("POST /api/account/sign-up", {
    body: SignUpInput,
    queues: true,
    run: async ({ body, caller, device }) => withCookies(201, await signUp(body, caller, device)),
  }),
  defineOpenEndpoint("POST /api/account/sign-in", {
    body: SignInInput,
    queues: true,
    run: async ({ body, caller, device }) => withCookies(200, await signIn(body, caller, device)),
  }),
  defineOpenEndpoint("POST /api/account/sign-in/passkey-options", {
    data: ({ caller }) => startPasskeySignIn(caller),
  }),
  defineOpenEndpoint("POST /api/account/sign-in/passkey", {
    body: PasskeySignInInput,
    queues: true,
    run: async ({ body, caller, device }) =>
      withCookies(200, await signInWithPasskey(body.passkey, caller, device)),
  }),
  defineAccountEndpoint("GET /api/account/prove", {
    data: ({ ctx }) => getProofMethods(ctx),
  }),
  defineAccountEndpoint("POST /api/account/prove", {
    body: Proof,
    queues: true,
    run: (session, { body }) => proveIdentity(session, body),
  }),
  defineAccountEndpoint("POST /api/account/prove/passkey-options", {
    data: ({ ctx }) => startProof(ctx),
  }),
  defineAccountEndpoint("POST /api/account/sign-out", {
    run: async (session) => {
      await endSession(session.sessionId);
      return new HttpResponse(204, {}, null, [setCookie("session", "", 0)]);
    },
  }),
  defineAccountEndpoint("GET /api/account", {
    data: async (session) => session.account,
  }),
  defineAccountEndpoint("GET /api/account/tokens", {
    data: ({ ctx }) => listTokens(ctx),
  }),
  defineAccountEndpoint("POST /api/account/tokens", {
    body: CreateTokenInput,
    queues: true,
    run: async ({ ctx }, { body }) => jsonResponse(201, { data: await createToken(ctx, body) }),
  }),
  defineAccountEndpoint("DELETE /api/account/tokens/{tokenId}", {
    run: ({ ctx }, { params }) => revokeToken(ctx, params.tokenId),
  }),
  defineAccountEndpoint("POST /api/account/forms/{formId}/receiver-test", {
    data: ({ ctx }, { params }) => runReceiverTest(ctx, params.formId),
  }),
  defineAccountEndpoint("POST /api/account/forms/{formId}/receiver-test/checks", {
    run: ({ ctx }, { params }) => streamChecks(ctx, params.formId),
  }),
  defineAccountEndpoint("GET /api/account/forms/{formId}/template", {
    run: async ({ ctx }, { params }) => {
      const { name, json } = await templateFile(ctx, params.formId);
      return downloadResponse(name, "application/json", new Blob([json]).stream());
    },
  }),
  defineAccountEndpoint("GET /api/account/test-inbox", {
    query: ListCapturedEmailsQuery,
    run: ({ ctx }, { query }) => listCapturedEmails(ctx, query),
  }),
  defineAccountEndpoint("GET /api/account/test-inbox/{emailId}", {
    data: ({ ctx }, { params }) => getCapturedEmail(ctx, params.emailId),
  }),
  ...inboxEndpoints,
  ...workEndpoints,
  ...accountImportEndpoints,
  defineAccountEndpoint("GET /api/account/workspace-export", {
    run: async ({ ctx }) => {
      const name = `workspace-${utcDay(ctx.now)}.zip`;
      return downloadResponse(name, "application/zip", await exportWorkspace(ctx));
    },
  }),
  defineAccountEndpoint("GET /api/account/audit-log/export", {
    query: AuditFilter,
    run: async ({ ctx }, { query }) => {
      const name = `audit-log-${utcDay(ctx.now)}.csv`;
      return downloadResponse(name, "text/csv; charset=utf-8", await exportAudit(ctx, query));
    },
  }),
  defineAccountEndpoint("POST /api/account/person-export", {
    body: PersonInput,
    run: async ({ ctx }, { body }) =>
      downloadResponse("person.json", "application/json", await exportPerson(ctx, body)),
  }),
];
