import { expect } from "vitest";
import { z } from "zod";
import type { Context } from "#lib/core/context";
import { singleton } from "#lib/core/singleton";
import { connectApp } from "#lib/domain/grants/connect-app";
import { SCOPE_NAMES, type Scope } from "#lib/domain/tokens/schema";
import { startOrigin } from "#tests/support/contract/origin";
import type { Workspace } from "#tests/support/factories/factories";
import {
  authorizationRequest,
  makePkce,
  REDIRECT_URI,
} from "#tests/support/factories/grant-factories";

const { base } = await startOrigin();
const Failure = z.strictObject({ error: z.string(), error_description: z.string() });
const Issued = z.strictObject({
  access_token: z.string().regex(/^fis_mcp_\w{46}$/),
  token_type: z.literal("Bearer"),
  expires_in: z.int().positive(),
  refresh_token: z.string().regex(/^fis_mcr_\w{46}$/),
  scope: z.string(),
});
export type Issued = z.output<typeof Issued>;

/** Posts to an endpoint of OAuth: a form, or JSON as text. Every failure has OAuth's shape, and pages of any site may read it. */
export async function postOAuth(
  path: "token" | "register" | "revoke",
  body: Readonly<Record<string, string>> | string | URLSearchParams,
  headers: Record<string, string> = {},
) {
  const isForm = typeof body !== "string";
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
  const response = await fetch(`${base}/api/oauth/${path}`, {
    method: "POST",
    body: isForm ? new URLSearchParams(body) : body,
    headers: { "content-type": type, ...headers },
  });
  const text = await response.text();
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("cache-control")).toBe("no-store");
  if (response.status >= 400) Failure.parse(JSON.parse(text));
  return {
    status: response.status,
    headers: response.headers,
    json: text ? JSON.parse(text) : null,
  };
}

type Posted = Awaited<ReturnType<typeof postOAuth>>;

/** The description of a failure with this code. */
export function failureOf({ status, json }: Posted, code: string, expected = 400): string {
  const { error, error_description: description } = Failure.parse(json);
  expect({ error, status }, description).toEqual({ error: code, status: expected });
  return description;
}

export function issuedOf({ status, json }: Posted): Issued {
  expect(status, JSON.stringify(json)).toBe(200);
  return Issued.parse(json);
}

/** Registers a client. @returns its ID */
export async function register(metadata: object = {}): Promise<string> {
  const body = { client_name: "Assistant", redirect_uris: [REDIRECT_URI], ...metadata };
  const { status, json } = await postOAuth("register", JSON.stringify(body));
  expect(status, JSON.stringify(json)).toBe(201);
  return z.object({ client_id: z.string() }).parse(json).client_id;
}

/** A client that tests of one file share: a network registers few. */
export const sharedClient = () => singleton("test-oauth-client", () => register());

type Connected = { ctx?: Context; scopes?: readonly Scope[]; name?: string; clientId?: string };

/** What the page does when its owner connects an app. @returns the form with which the app exchanges its code */
export async function connect(workspace: Workspace, given: Connected = {}) {
  const { ctx = workspace.ctx, scopes = [...SCOPE_NAMES], name = "Assistant" } = given;
  const clientId = given.clientId ?? (await sharedClient());
  const { verifier, challenge } = makePkce();
  const request = authorizationRequest({ client: { id: clientId, name }, challenge });
  const code = await connectApp(ctx, request, {
    workspaceId: workspace.id,
    scopes: [...scopes],
  });
  return {
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
  };
}

/** An app that is connected, with its tokens. */
export async function connected(workspace: Workspace, given: Connected = {}) {
  const exchange = await connect(workspace, given);
  const tokens = issuedOf(await postOAuth("token", exchange));
  const refresh = (more: Record<string, string> = {}) =>
    postOAuth("token", {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
      client_id: exchange.client_id,
      ...more,
    });
  return { exchange, clientId: exchange.client_id, tokens, refresh };
}

/** The status of listing tools at `/mcp` with a token, and what it asks for. */
export async function callMcp(token: string | null) {
  const response = await fetch(`${base}/mcp`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  const text = await response.text();
  return { status: response.status, challenge: response.headers.get("www-authenticate"), text };
}

export const ORIGIN = base;
