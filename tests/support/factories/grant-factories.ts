import { createHash, randomBytes } from "node:crypto";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { connectApp } from "#lib/domain/grants/connect-app";
import { type AuthorizationRequest, offerScopes } from "#lib/domain/grants/schema";

export const REDIRECT_URI = "https://assistant.example/callback";

/** A verifier and its challenge, by S256. */
export function makePkce() {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, challenge };
}

/** A request that has been checked, of an app that asks for nothing in particular. */
export function authorizationRequest(
  change: Partial<AuthorizationRequest> = {},
): AuthorizationRequest {
  const scopes = offerScopes(undefined);
  if (!scopes) throw new Error("all scopes are offered");
  return {
    client: { id: newId(), name: "Assistant" },
    redirectUri: REDIRECT_URI,
    state: undefined,
    challenge: makePkce().challenge,
    scopes,
    ...change,
  };
}

/** Connects an app to the context's workspace. @returns the code of its request */
export function giveApp(ctx: Context): Promise<string> {
  const input = { workspaceId: ctx.workspaceId, scopes: ["forms:read" as const] };
  return connectApp(ctx, authorizationRequest(), input);
}
