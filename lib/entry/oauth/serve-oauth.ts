import { consume } from "#lib/adapters/limiter/limiter";
import { callerOf } from "#lib/core/client-address";
import type { Caller } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { ClientMetadata } from "#lib/domain/grants/client-metadata";
import { registerClient } from "#lib/domain/grants/clients";
import { exchangeCode } from "#lib/domain/grants/exchange-code";
import { OAuthFailure } from "#lib/domain/grants/oauth-failure";
import { refreshTokens, revokeByApp } from "#lib/domain/grants/refresh-tokens";
import { mcpResource } from "#lib/domain/grants/schema";
import type { Handler } from "#lib/entry/http/handler";
import { type HttpRequest, HttpResponse, mediaTypeOf } from "#lib/entry/http/http-types";
import { parseBody } from "#lib/entry/http/parse";
import { withBody } from "#lib/entry/http/read-body";
import { RequestLog } from "#lib/entry/http/request-log";
import { jsonResponse } from "#lib/entry/http/respond";
import { isInvalidInput, serveOAuth } from "#lib/entry/oauth/oauth-response";

const MAX_FORM_BYTES = 16 * 1024;
const WINDOW_SECONDS = 60;

type Form = ReadonlyMap<string, string>;

/** @throws {AppError} rate_limited */
async function countRequest({ network }: Caller): Promise<void> {
  const limit = settings().managementRateLimit;
  const bucket = { name: "oauth-ip", key: network, limit, windowSeconds: WINDOW_SECONDS };
  const { isAllowed, resetSeconds } = await consume(bucket);
  if (!isAllowed)
    throw new AppError("rate_limited", `Too many requests: the limit is ${limit} per minute.`, {
      retryAfterSeconds: resetSeconds,
    });
}

function endpoint(
  path: string,
  work: (request: HttpRequest, caller: Caller) => Promise<HttpResponse>,
): Handler {
  return (request) =>
    serveOAuth(request, ["POST"], new RequestLog(newId(), request.method, path), async () => {
      const caller = callerOf(request, new Date());
      await countRequest(caller);
      return work(request, caller);
    });
}

/**
 * Reads the parameters of a form, each at most once (RFC 6749, section 3.2).
 *
 * @throws {OAuthFailure} invalid_request
 */
function readForm(request: HttpRequest): Promise<Form> {
  if (mediaTypeOf(request.headers) !== "application/x-www-form-urlencoded")
    throw new OAuthFailure(
      "invalid_request",
      "Send the body as application/x-www-form-urlencoded.",
    );
  const tooLarge = () => new AppError("body_too_large", "The body is larger than 16 KiB.");
  return withBody(request, { maxBytes: MAX_FORM_BYTES, tooLarge }, (bytes) => {
    const given = new URLSearchParams(new TextDecoder().decode(bytes));
    const form = new Map(given);
    const repeated = [...form.keys()].find((name) => given.getAll(name).length > 1);
    if (repeated !== undefined)
      throw new OAuthFailure("invalid_request", `${repeated} must not be repeated.`);
    return form;
  });
}

/** @throws {OAuthFailure} invalid_request */
function required(form: Form, name: string): string {
  const value = form.get(name);
  if (value) return value;
  throw new OAuthFailure("invalid_request", `${name} is required.`);
}

/** @throws {OAuthFailure} invalid_target */
function requireOwnResource(resource: string | undefined): void {
  if (resource === undefined || resource === mcpResource()) return;
  throw new OAuthFailure("invalid_target", `The only resource is ${mcpResource()}.`);
}

function grantTokens(form: Form, caller: Caller) {
  const type = required(form, "grant_type");
  const clientId = required(form, "client_id");
  requireOwnResource(form.get("resource"));
  if (type === "authorization_code") {
    const [code, verifier] = [required(form, "code"), required(form, "code_verifier")];
    const redirectUri = form.get("redirect_uri") ?? null;
    return exchangeCode({ code, clientId, redirectUri, verifier }, caller);
  }
  if (type === "refresh_token") {
    const refreshToken = required(form, "refresh_token");
    return refreshTokens({ refreshToken, clientId, scope: form.get("scope") }, caller);
  }
  const message = "grant_type must be authorization_code or refresh_token.";
  throw new OAuthFailure("unsupported_grant_type", message);
}

/** Serves `POST /api/oauth/token` (OAuth 2.1): tokens for a code or a refresh token. Clients have no secret. */
export const serveToken = endpoint("/api/oauth/token", async (request, caller) =>
  jsonResponse(200, await grantTokens(await readForm(request), caller)),
);

/** Serves `POST /api/oauth/revoke` (RFC 7009): ends the access of the app that a token belongs to. */
export const serveRevocation = endpoint("/api/oauth/revoke", async (request, caller) => {
  const form = await readForm(request);
  await revokeByApp(required(form, "token"), form.get("client_id") ?? null, caller);
  return new HttpResponse(200, {});
});

/** @throws {OAuthFailure} invalid_redirect_uri, invalid_client_metadata */
async function readMetadata(request: HttpRequest): Promise<ClientMetadata> {
  try {
    return ClientMetadata.parse(await parseBody({ body: ClientMetadata }, request));
  } catch (failure) {
    if (!isInvalidInput(failure)) throw failure;
    const isAddress = failure.details?.some(({ path }) => path.startsWith("redirect_uris"));
    const code = isAddress ? "invalid_redirect_uri" : "invalid_client_metadata";
    throw new OAuthFailure(code, failure.message);
  }
}

/** Serves `POST /api/oauth/register` (RFC 7591): anyone may register a client, which has no rights by that. */
export const serveRegistration = endpoint("/api/oauth/register", async (request, caller) => {
  const client = await registerClient(await readMetadata(request), caller);
  return jsonResponse(201, {
    client_id: client.id,
    client_id_issued_at: Math.floor(caller.now.getTime() / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
});
