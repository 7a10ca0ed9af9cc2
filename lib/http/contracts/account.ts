import { exportWorkspace } from "#lib/accounts/export-workspace";
import { SignInInput, SignUpInput } from "#lib/accounts/schema";
import { endSession } from "#lib/accounts/sessions";
import { type SignedIn, signIn, signUp } from "#lib/accounts/sign-in";
import { utcDay } from "#lib/core/moment";
import { downloadResponse } from "#lib/http/attachment-response";
import { accountInboxEndpoints } from "#lib/http/contracts/account-inbox";
import {
  type AccountEndpoint,
  defineAccountEndpoint,
  defineOpenEndpoint,
} from "#lib/http/endpoint";
import { HttpResponse } from "#lib/http/message";
import { jsonResponse } from "#lib/http/respond";
import { getCapturedEmail, listCapturedEmails } from "#lib/notifications/captured-emails";
import { ListCapturedEmailsQuery } from "#lib/notifications/schema";
import { endedCookie, sessionCookie } from "#lib/session/cookie";
import { exportPerson } from "#lib/submissions/export-person";
import { PersonInput } from "#lib/submissions/inbox-schema";
import { createToken } from "#lib/tokens/create-token";
import { CreateTokenInput } from "#lib/tokens/schema";
import { listTokens, revokeToken } from "#lib/tokens/tokens";
import { runReceiverTest } from "#lib/webhooks/test-receiver";

async function withCookie(status: number, { account, sessionId }: SignedIn): Promise<HttpResponse> {
  const headers = { "Set-Cookie": await sessionCookie(sessionId) };
  return jsonResponse(status, { data: account }, headers);
}

/** The JSON endpoints that require a session: accounts, data requests and the inbox. */
export const accountEndpoints: readonly AccountEndpoint[] = [
  defineOpenEndpoint("POST /api/account/sign-up", {
    body: SignUpInput,
    run: async ({ body, caller }) => withCookie(201, await signUp(body, caller)),
  }),
  defineOpenEndpoint("POST /api/account/sign-in", {
    body: SignInInput,
    run: async ({ body, caller }) => withCookie(200, await signIn(body, caller)),
  }),
  defineAccountEndpoint("POST /api/account/sign-out", {
    run: async (session) => {
      await endSession(session.sessionId);
      return new HttpResponse(204, { "Set-Cookie": endedCookie() });
    },
  }),
  defineAccountEndpoint("GET /api/account", {
    run: async (session) => ({ data: session.account }),
  }),
  defineAccountEndpoint("GET /api/account/tokens", {
    run: async ({ ctx }) => ({ data: await listTokens(ctx) }),
  }),
  defineAccountEndpoint("POST /api/account/tokens", {
    body: CreateTokenInput,
    run: async ({ ctx }, { body }) => jsonResponse(201, { data: await createToken(ctx, body) }),
  }),
  defineAccountEndpoint("DELETE /api/account/tokens/{tokenId}", {
    run: ({ ctx }, { params }) => revokeToken(ctx, params.tokenId),
  }),
  defineAccountEndpoint("POST /api/account/forms/{formId}/receiver-test", {
    run: async ({ ctx }, { params }) => ({ data: await runReceiverTest(ctx, params.formId) }),
  }),
  defineAccountEndpoint("GET /api/account/test-inbox", {
    query: ListCapturedEmailsQuery,
    run: ({ ctx }, { query }) => listCapturedEmails(ctx, query),
  }),
  defineAccountEndpoint("GET /api/account/test-inbox/{emailId}", {
    run: async ({ ctx }, { params }) => ({ data: await getCapturedEmail(ctx, params.emailId) }),
  }),
  ...accountInboxEndpoints,
  defineAccountEndpoint("GET /api/account/workspace-export", {
    run: async ({ ctx }) => {
      const name = `workspace-${utcDay(ctx.now)}.zip`;
      return downloadResponse(name, "application/zip", await exportWorkspace(ctx));
    },
  }),
  defineAccountEndpoint("POST /api/account/person-export", {
    body: PersonInput,
    run: async ({ ctx }, { body }) =>
      downloadResponse("person.json", "application/json", await exportPerson(ctx, body)),
  }),
];
