import { SignInInput, SignUpInput } from "#lib/accounts/schema";
import { endSession } from "#lib/accounts/sessions";
import { type SignedIn, signIn, signUp } from "#lib/accounts/sign-in";
import { accountDataEndpoints } from "#lib/http/contracts/account-data";
import { accountInboxEndpoints } from "#lib/http/contracts/account-inbox";
import type { Reply } from "#lib/http/endpoint";
import { type AccountEndpoint, defineAccountEndpoint } from "#lib/http/endpoint";
import { getCapturedEmail, listCapturedEmails } from "#lib/notifications/captured-emails";
import { ListCapturedEmailsQuery } from "#lib/notifications/schema";
import { endedCookie, sessionCookie } from "#lib/session/cookie";
import { createToken } from "#lib/tokens/create-token";
import { CreateTokenInput } from "#lib/tokens/schema";
import { listTokens, revokeToken } from "#lib/tokens/tokens";
import { runReceiverTest } from "#lib/webhooks/test-receiver";

async function withCookie(status: number, signedIn: SignedIn): Promise<Reply> {
  return {
    status,
    body: { data: signedIn.account },
    headers: { "Set-Cookie": await sessionCookie(signedIn.sessionId) },
  };
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
      return { status: 204, headers: { "Set-Cookie": endedCookie() } };
    },
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account",
    access: "session",
    run: async (session) => ({ status: 200, body: { data: session.account } }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/tokens",
    access: "session",
    run: async ({ ctx }) => ({ status: 200, body: { data: await listTokens(ctx) } }),
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/tokens",
    access: "session",
    body: CreateTokenInput,
    run: async ({ ctx }, { body }) => ({
      status: 201,
      body: { data: await createToken(ctx, body) },
    }),
  }),
  defineAccountEndpoint({
    method: "DELETE",
    path: "/api/account/tokens/{tokenId}",
    access: "session",
    run: async ({ ctx }, { params }) => {
      await revokeToken(ctx, params.tokenId ?? "");
      return { status: 204 };
    },
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/forms/{formId}/receiver-test",
    access: "session",
    run: async ({ ctx }, { params }) => ({
      status: 200,
      body: { data: await runReceiverTest(ctx, params.formId ?? "") },
    }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/test-inbox",
    access: "session",
    query: ListCapturedEmailsQuery,
    run: async ({ ctx }, { query }) => ({
      status: 200,
      body: await listCapturedEmails(ctx, query),
    }),
  }),
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/test-inbox/{emailId}",
    access: "session",
    run: async ({ ctx }, { params }) => ({
      status: 200,
      body: { data: await getCapturedEmail(ctx, params.emailId ?? "") },
    }),
  }),
  ...accountInboxEndpoints,
  ...accountDataEndpoints,
];
