import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { createGuardedFetch } from "#lib/adapters/http-calls/guarded-fetch";
import { webhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import { SaveSignInProviderInput } from "#lib/domain/accounts/providers/schema";
import { getSignInProvider } from "#lib/domain/accounts/providers/workspace-provider";
import { createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { Browser, giveProvider, reasonOf } from "#tests/support/factories/provider-factories";
import { type Behavior, OTHER_KEY, startHostileIssuer } from "#tests/support/twins/hostile-issuer";
import { serveHttp } from "#tests/support/twins/listen";
import { OIDC_CLIENT } from "#tests/support/twins/oidc-provider";

const hostile = await startHostileIssuer();
/** Something in the operator's own network, which no one may reach through the service. */
let reached = 0;
const internal = await serveHttp(async (_, response) => {
  reached += 1;
  response.end("{}");
});
process.env.WEBHOOK_ALLOWED_HOSTS = `localhost:${hostile.port}`;
afterAll(async () => {
  await hostile.stop();
  await internal.stop();
});

let workspace: Workspace;
let code = "";
beforeEach(async () => {
  hostile.behave({});
  reached = 0;
  workspace = await createWorkspace();
  code = await giveProvider(workspace, hostile.issuer);
  const { id: workspaceId } = workspace;
  const member = await addMember(workspace, "member");
  const at = { createdAt: new Date(), lastUsedAt: new Date() };
  const known = { workspaceId, issuer: hostile.issuer, subject: "victim", userId: member.user.id };
  await db().workspaceIdentity.create({ data: { ...known, email: null, ...at } });
});

async function signIn(behavior: Behavior): Promise<{ browser: Browser; location: string }> {
  const browser = new Browser();
  const back = hostile.sendBack(await browser.start({ code }));
  hostile.behave(behavior);
  return { browser, location: await browser.comeBack(back) };
}

test("a token as it should be opens the workspace, so that the others fail for their own reason", async () => {
  const { browser, location } = await signIn({});
  expect(location).toBe("/inbox");
  expect(await browser.session()).toMatchObject({ isBound: true });
});

const past = Math.floor(Date.now() / 1000) - 3600;
const TOKENS: Readonly<Record<string, Behavior>> = {
  "of a foreign issuer": { claims: { iss: "https://accounts.google.com" } },
  "for another nonce": { claims: { nonce: "another" } },
  "without a nonce": { claims: { nonce: undefined } },
  "for another client": { claims: { aud: "another" } },
  "that has expired": { claims: { iat: past, exp: past + 60 } },
  "without a subject": { claims: { sub: undefined } },
  "with a subject of 300 characters": { claims: { sub: "x".repeat(300) } },
  "signed with another key": { key: OTHER_KEY },
  "without a signature": { alg: "none" },
};

test.each(Object.entries(TOKENS))("a token %s opens nothing", async (_, behavior) => {
  const { browser, location } = await signIn(behavior);
  expect(reasonOf(location)).toBe("provider_failed");
  expect(await browser.session()).toBeNull();
});

const ANSWERS: Readonly<Record<string, Behavior>> = {
  "no ID token": { leavesOutToken: true },
  "invalid JSON": {
    answers: { "/token": (r) => r.setHeader("content-type", "application/json").end("{not json") },
  },
  HTML: { answers: { "/token": (r) => r.setHeader("content-type", "text/html").end("<p>") } },
  "a redirect to the operator's network": {
    answers: { "/token": (r) => r.writeHead(307, { location: internal.url }).end() },
  },
  "a token endpoint in the operator's network": {
    metadata: { token_endpoint: `${internal.url}/token` },
  },
  "keys in the operator's network": {
    metadata: { jwks_uri: `http://localhost:${internal.port}/` },
  },
  "keys on a metadata address": { metadata: { jwks_uri: "http://169.254.169.254/latest" } },
  "keys without an end": { answers: { "/jwks": (r) => r.end("x".repeat(300_000)) } },
  "a connection that breaks off": { answers: { "/token": (r) => r.destroy() } },
};

test.each(Object.entries(ANSWERS))("an issuer with %s opens nothing", async (_, behavior) => {
  const { browser, location } = await signIn(behavior);
  expect(reasonOf(location)).toBe("provider_failed");
  expect(await browser.session()).toBeNull();
  expect(reached).toBe(0);
});

const wellKnown = (answer: (response: import("node:http").ServerResponse) => void): Behavior => ({
  answers: { "/.well-known/openid-configuration": answer },
});

const METADATA: Readonly<Record<string, Behavior>> = {
  "another issuer": { metadata: { issuer: "https://accounts.google.com" } },
  "a script as its sign-in page": { metadata: { authorization_endpoint: "javascript:alert(1)" } },
  "no token endpoint": { metadata: { token_endpoint: undefined } },
  "300 KB": wellKnown((response) => response.end("x".repeat(300_000))),
  "invalid JSON": wellKnown((r) => r.setHeader("content-type", "application/json").end("{")),
  "a redirect": wellKnown((response) => response.writeHead(302, { location: internal.url }).end()),
  "an error": wellKnown((response) => response.writeHead(500).end()),
};

test.each(Object.entries(METADATA))("metadata with %s aren't saved", async (_, behavior) => {
  hostile.behave(behavior);
  const saved = giveProvider(workspace, hostile.issuer);
  await expect(saved).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "issuer" }],
  });
  expect(reached).toBe(0);
});

test.each([
  "http://id.example.com",
  "https://10.0.0.1",
  "https://[::1]",
  "https://localhost",
  "https://id.internal",
  "https://id.example.com:8443",
  "https://user:secret@id.example.com",
  "https://id.example.com/?a=1",
  "https://id.example.com/.well-known/openid-configuration",
  `http://127.0.0.1:${internal.port}`,
  "javascript:alert(1)",
  "",
])("an issuer at %j can't be saved", (issuer) => {
  const input = { revision: null, name: "ID", ...OIDC_CLIENT, isRequired: false, admitsNew: false };
  expect(SaveSignInProviderInput.safeParse({ ...input, issuer }).success).toBe(false);
});

test("a response that takes too long ends the call", async () => {
  hostile.behave({ answers: { "/slow": () => undefined } });
  const fetch = createGuardedFetch(webhookHttpClient(), { deadlineMs: 50 });
  await expect(fetch(`${hostile.issuer}/slow`, {})).rejects.toMatchObject({ outcome: "timeout" });
});

test("the client secret is stored encrypted, and shown, exported, and logged nowhere", async () => {
  const { clientSecret } = OIDC_CLIENT;
  const { id: workspaceId, ctx } = workspace;
  const row = await db().signInProvider.findUniqueOrThrow({ where: { workspaceId } });
  expect(Buffer.from(row.sealedSecret).includes(clientSecret)).toBe(false);
  expect(JSON.stringify(await getSignInProvider(ctx))).not.toContain(clientSecret);
  const entries = await db().auditEntry.findMany({ where: { workspaceId } });
  expect(JSON.stringify(entries)).not.toContain(clientSecret);
  const zip = Buffer.from(await new Response(await exportWorkspace(ctx)).arrayBuffer());
  expect(zip.includes(clientSecret)).toBe(false);
});

test("a saved secret isn't sent to another issuer than the one it's for", async () => {
  const saved = giveProvider(workspace, "https://id.example.com", { clientSecret: null });
  await expect(saved).rejects.toMatchObject({ details: [{ path: "clientSecret" }] });
});
