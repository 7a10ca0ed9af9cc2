import { SignInInput, SignUpInput } from "#lib/accounts/schema";
import { endSession } from "#lib/accounts/sessions";
import { type SignedIn, signIn, signUp } from "#lib/accounts/sign-in";
import { accountDataEndpoints } from "#lib/http/contracts/account-data";
import { accountInboxEndpoints } from "#lib/http/contracts/account-inbox";
import { type AccountEndpoint, defineAccountEndpoint } from "#lib/http/endpoint";
import { jsonResponse } from "#lib/http/respond";
import { getCapturedEmail, listCapturedEmails } from "#lib/notifications/captured-emails";
import { ListCapturedEmailsQuery } from "#lib/notifications/schema";
import { endedCookie, sessionCookie } from "#lib/session/cookie";
import { createToken } from "#lib/tokens/create-token";
import { CreateTokenInput } from "#lib/tokens/schema";
import { listTokens, revokeToken } from "#lib/tokens/tokens";
import { runReceiverTest } from "#lib/webhooks/test-receiver";

async function withCookie(status: number, { account, sessionId }: SignedIn): Promise<Response> {
  const headers = { "Set-Cookie": await sessionCookie(sessionId) };
  return jsonResponse(status, { data: account }, headers);
}

/** The JSON endpoints that require a session: accounts, data requests and the inbox. */
export const accountEndpoints: readonly AccountEndpoint[] = [
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/sign-up",
    access: "anyone",
    body: SignUpInput,
    run: async ({ body, caller }) => withCookie(201, await signUp(body, caller)),
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/sign-in",
    access: "anyone",
    body: SignInInput,
    run: async ({ body, caller }) => withCookie(200, await signIn(body, caller)),
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/sign-out",
    access: "session",
    run: async (session) => {
      await endSession(session.sessionId);
      return new Response(null, { status: 204, headers: { "Set-Cookie": endedCookie() } });
    },
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account",
    access: "session",
    run: async (session) => ({ data: session.account }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/tokens",
    access: "session",
    run: async ({ ctx }) => ({ data: await listTokens(ctx) }),
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/tokens",
    access: "session",
    body: CreateTokenInput,
    run: async ({ ctx }, { body }) => jsonResponse(201, { data: await createToken(ctx, body) }),
  }),
  defineAccountEndpoint({
    method: "DELETE",
    path: "/api/account/tokens/{tokenId}",
    access: "session",
    run: ({ ctx }, { params }) => revokeToken(ctx, params.tokenId),
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/forms/{formId}/receiver-test",
    access: "session",
    run: async ({ ctx }, { params }) => ({ data: await runReceiverTest(ctx, params.formId) }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/test-inbox",
    access: "session",
    query: ListCapturedEmailsQuery,
    run: ({ ctx }, { query }) => listCapturedEmails(ctx, query),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/test-inbox/{emailId}",
    access: "session",
    run: async ({ ctx }, { params }) => ({ data: await getCapturedEmail(ctx, params.emailId) }),
  }),
  ...accountInboxEndpoints,
  ...accountDataEndpoints,
];
