import { exportWorkspace } from "#lib/accounts/export-workspace";
import type { SignedIn } from "#lib/accounts/open-session";
import { getProofMethods, proveIdentity, startProof } from "#lib/accounts/prove-identity";
import { PasskeySignInInput, Proof, SignInInput, SignUpInput } from "#lib/accounts/schema";
import { endSession } from "#lib/accounts/sessions";
import { signIn, signInWithPasskey, startPasskeySignIn } from "#lib/accounts/sign-in";
import { signUp } from "#lib/accounts/sign-up";
import { AuditFilter } from "#lib/audit/entry";
import { exportAudit } from "#lib/audit/list-audit";
import { utcDay } from "#lib/core/dates";
import { listFormNames } from "#lib/forms/forms";
import {
  attachmentResponse,
  csvResponse,
  downloadResponse,
  previewResponse,
} from "#lib/http/attachment-response";
import {
  type AccountEndpoint,
  defineAccountEndpoint,
  defineOpenEndpoint,
} from "#lib/http/endpoint";
import { HttpResponse } from "#lib/http/http-types";
import { jsonResponse } from "#lib/http/respond";
import { getCapturedEmail, listCapturedEmails } from "#lib/notifications/captured-emails";
import { ListCapturedEmailsQuery } from "#lib/notifications/schema";
import { sealSession, setCookie } from "#lib/session/cookie";
import { deleteSubmissions } from "#lib/submissions/delete-submissions";
import { exportSelected, exportSubmissions } from "#lib/submissions/export-submissions";
import { getInboxMessage } from "#lib/submissions/get-inbox-message";
import {
  DeleteMessagesInput,
  ExportQuery,
  ExportSelectedInput,
  ListArrivalsQuery,
  ListInboxQuery,
  PersonInput,
} from "#lib/submissions/inbox-schema";
import { listArrivals, listInbox } from "#lib/submissions/list-submissions";
import { exportPerson } from "#lib/submissions/person-data";
import { readAttachment, readPreview } from "#lib/submissions/read-attachment";
import { createToken } from "#lib/tokens/create-token";
import { CreateTokenInput } from "#lib/tokens/schema";
import { listTokens, revokeToken } from "#lib/tokens/tokens";
import { runReceiverTest } from "#lib/webhooks/test-receiver";

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
  defineAccountEndpoint("POST /api/account/submissions/delete", {
    body: DeleteMessagesInput,
    queues: true,
    data: async ({ ctx }, { body }) => ({
      ...(await deleteSubmissions(ctx, body.ids)),
      doneAt: Date.now(),
    }),
  }),
  defineAccountEndpoint("GET /api/account/submissions/export", {
    query: ExportQuery,
    run: async ({ ctx }, { query }) =>
      csvResponse(ctx, await exportSubmissions(ctx, query), query.timeZone),
  }),
  defineAccountEndpoint("POST /api/account/submissions/export", {
    body: ExportSelectedInput,
    run: async ({ ctx }, { body }) => csvResponse(ctx, await exportSelected(ctx, body)),
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
  defineAccountEndpoint("GET /api/account/test-inbox", {
    query: ListCapturedEmailsQuery,
    run: ({ ctx }, { query }) => listCapturedEmails(ctx, query),
  }),
  defineAccountEndpoint("GET /api/account/test-inbox/{emailId}", {
    data: ({ ctx }, { params }) => getCapturedEmail(ctx, params.emailId),
  }),
  ...inboxEndpoints,
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
