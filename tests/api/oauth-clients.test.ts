import { expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { createWebhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { isDocumentId, readClientDocument } from "#lib/domain/grants/client-document";
import { registerClient } from "#lib/domain/grants/clients";
import { readAuthorization } from "#lib/entry/oauth/authorization-request";
import { authorizationServerRoute, protectedResourceRoute } from "#lib/entry/oauth/metadata";
import {
  failureOf,
  ORIGIN,
  postOAuth,
  register,
  sharedClient,
} from "#tests/support/contract/oauth";
import { callerAt } from "#tests/support/factories/factories";
import { makePkce, REDIRECT_URI } from "#tests/support/factories/grant-factories";
import { maintain } from "#tests/support/factories/maintain";
import { changeSettings } from "#tests/support/setup/change-settings";
import { answer, type Receiver, startReceiver } from "#tests/support/twins/receiver";

const DAY_MS = 86_400_000;

async function requestOf(change: Record<string, string | string[] | undefined> = {}) {
  const given = {
    client_id: await sharedClient(),
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    code_challenge: makePkce().challenge,
    code_challenge_method: "S256",
    state: "s1",
    ...change,
  };
  return readAuthorization(given, callerAt(new Date()));
}

/** The code of an error that the app may learn, which only a person's click takes to it. */
async function backOf(change: Parameters<typeof requestOf>[0]) {
  const read = await requestOf(change);
  if (!("problem" in read) || read.back === null) throw new Error("there's no way back");
  const url = new URL(read.back);
  expect(url.origin + url.pathname).toBe(REDIRECT_URI);
  expect(url.searchParams.get("iss")).toMatch(/^http/);
  return url.searchParams.get("error");
}

test("the metadata of both servers names where to go, and pages of any site may read it", async () => {
  const read = async (handlers: typeof protectedResourceRoute, method: "GET" | "OPTIONS") =>
    handlers[method](new Request(ORIGIN, { method }));
  const resource = await (await read(protectedResourceRoute, "GET")).json();
  const server = await read(authorizationServerRoute, "GET");
  expect(server.headers.get("access-control-allow-origin")).toBe("*");
  const metadata = await server.json();
  expect(resource.authorization_servers).toEqual([metadata.issuer]);
  expect(resource.resource).toBe(`${metadata.issuer}/mcp`);
  expect(metadata).toMatchObject({
    code_challenge_methods_supported: ["S256"],
    response_types_supported: ["code"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  const preflight = await read(authorizationServerRoute, "OPTIONS");
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
  changeSettings({ isOutgoingOn: false });
  const closed = await (await read(authorizationServerRoute, "GET")).json();
  expect(closed.client_id_metadata_document_supported).toBe(false);
});

test("a preflight is accepted where tokens are, and other methods are errors in OAuth's shape", async () => {
  for (const path of ["token", "register", "revoke"]) {
    const url = `${ORIGIN}/api/oauth/${path}`;
    const preflight = await fetch(url, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    const read = await fetch(url);
    expect(read.status).toBe(405);
    expect(read.headers.get("allow")).toBe("POST");
    expect((await read.json()).error).toBe("method_not_allowed");
  }
});

test("malformed bodies are client errors in OAuth's shape", async () => {
  failureOf(await postOAuth("token", "{}"), "invalid_request");
  failureOf(await postOAuth("token", "{}", { "content-type": "" }), "invalid_request");
  const twice = new URLSearchParams([
    ["grant_type", "refresh_token"],
    ["grant_type", "refresh_token"],
  ]);
  failureOf(await postOAuth("token", twice), "invalid_request");
  failureOf(await postOAuth("token", { code: "x".repeat(20_000) }), "invalid_request", 413);
  failureOf(
    await postOAuth("token", { grant_type: "\0", client_id: "\ud800" }),
    "unsupported_grant_type",
  );
  const garbage = { grant_type: "refresh_token", refresh_token: "\0“’é", client_id: "\0" };
  failureOf(await postOAuth("token", garbage), "invalid_grant");
  for (const body of ["", "{", "[]", "null", '{"redirect_uris": 1}', '{"redirect_uris": []}'])
    expect((await postOAuth("register", body)).status).toBe(400);
  failureOf(await postOAuth("register", { a: "b" }), "invalid_request", 415);
});

test("a registered address is https, on this machine, or an app's own scheme", async () => {
  const rejected = [
    "http://assistant.example/callback",
    "https://assistant.example/callback#fragment",
    "https://user:password@assistant.example/",
    "https://assistant.example\\@other.example/",
    "https://a;script-src/",
    "javascript:alert(1)",
    "JavaScript://assistant.example/%0aalert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "blob:https://assistant.example/x",
    "intent://x#Intent;end",
    "cursor:opaque",
    "/callback",
    "",
    "https://assistant.example/\n",
    `https://assistant.example/${"x".repeat(1_000)}`,
  ];
  for (const uri of rejected) {
    const body = JSON.stringify({ redirect_uris: [REDIRECT_URI, uri] });
    failureOf(await postOAuth("register", body), "invalid_redirect_uri");
  }
  const many = Array.from({ length: 11 }, (_, index) => `${REDIRECT_URI}/${index}`);
  failureOf(
    await postOAuth("register", JSON.stringify({ redirect_uris: many })),
    "invalid_redirect_uri",
  );
  const accepted = ["http://127.0.0.1:1234/x", "http://[::1]/x", "cursor://anysphere/callback"];
  await register({ redirect_uris: accepted });
});

test("a client's name is one line of 80 visible characters, and plain text", async () => {
  const names = ["x".repeat(81), "Clau\u202ede", "line\nbreak", "\u200b", "a\0b", 1];
  for (const client_name of names) {
    const body = JSON.stringify({ client_name, redirect_uris: [REDIRECT_URI] });
    failureOf(await postOAuth("register", body), "invalid_client_metadata");
  }
  const id = await register({ client_name: "<b>Claude</b>" });
  const read = await requestOf({ client_id: id });
  expect(read).toMatchObject({ request: { client: { name: "<b>Claude</b>" } } });
  const unnamed = await register({ client_name: undefined });
  expect(await requestOf({ client_id: unnamed })).toMatchObject({
    request: { client: { name: "assistant.example" } },
  });
});

test("a network registers 20 clients an hour, whatever it asks for", async () => {
  const caller = callerAt(new Date(), "198.51.100.7");
  const metadata = { client_name: "Flood", redirect_uris: [REDIRECT_URI] };
  for (let count = 0; count < 20; count += 1) await registerClient(metadata, caller);
  await expect(registerClient(metadata, caller)).rejects.toMatchObject({ code: "rate_limited" });
  const next = callerAt(new Date(caller.now.getTime() + 3_600_001), "198.51.100.7");
  await registerClient(metadata, next);
});

test("a client that no one connects is gone after a day", async () => {
  const id = await register();
  const where = { id };
  const { createdAt, expiresAt } = await db().oAuthClient.findUniqueOrThrow({ where });
  expect(expiresAt.getTime() - createdAt.getTime()).toBe(DAY_MS);
  await db().oAuthClient.update({ where, data: { expiresAt: createdAt } });
  await maintain(new Date());
  expect(await db().oAuthClient.count({ where })).toBe(0);
  expect(await requestOf({ client_id: id })).toMatchObject({ back: null });
});

test("nobody is sent to an address that the client didn't register exactly", async () => {
  const others = [
    "https://assistant.example/callback/",
    "https://assistant.example/callback?x=1",
    "https://assistant.example/callback/../other",
    "https://assistant.example:8443/callback",
    "https://assistant.example.evil.example/callback",
    "https://ASSISTANT.example/callback",
    "http://assistant.example/callback",
    "javascript:alert(1)",
    undefined,
    [REDIRECT_URI, "https://evil.example/"],
  ];
  for (const redirect_uri of others)
    expect(await requestOf({ redirect_uri })).toMatchObject({ back: null });
  for (const client_id of [undefined, "", "unknown", crypto.randomUUID(), "https://"])
    expect(await requestOf({ client_id })).toMatchObject({ back: null });
});

test("on this machine, the port may differ, and nothing else", async () => {
  const client_id = await register({
    redirect_uris: ["http://127.0.0.1/cb", "http://localhost:1/x"],
  });
  for (const redirect_uri of ["http://127.0.0.1:49152/cb", "http://localhost:2/x"])
    expect(await requestOf({ client_id, redirect_uri })).toHaveProperty("request");
  for (const redirect_uri of [
    "http://127.0.0.1:49152/other",
    "http://127.0.0.2:49152/cb",
    "http://localhost:49152/cb",
    "https://127.0.0.1:49152/cb",
  ])
    expect(await requestOf({ client_id, redirect_uri })).toMatchObject({ back: null });
});

test("a request needs PKCE with S256, a known scope, and this resource", async () => {
  expect(await backOf({ code_challenge_method: "plain" })).toBe("invalid_request");
  expect(await backOf({ code_challenge_method: undefined })).toBe("invalid_request");
  expect(await backOf({ code_challenge: undefined })).toBe("invalid_request");
  expect(await backOf({ code_challenge: "short" })).toBe("invalid_request");
  expect(await backOf({ response_type: "token" })).toBe("unsupported_response_type");
  expect(await backOf({ resource: "https://other.example/mcp" })).toBe("invalid_target");
  expect(await backOf({ resource: ["https://a.example", "https://b.example"] })).toBe(
    "invalid_request",
  );
  expect(await backOf({ scope: "everything" })).toBe("invalid_scope");
  expect(await backOf({ state: "x".repeat(2_001) })).toBe("invalid_request");
});

test("reading is selected for a client that asks for all scopes or none, and what it asks for otherwise", async () => {
  const Offer = z.object({
    request: z.object({
      scopes: z.object({ offered: z.array(z.string()), selected: z.array(z.string()) }),
    }),
  });
  const { request: open } = Offer.parse(await requestOf());
  expect(open.scopes.offered).toHaveLength(12);
  expect(open.scopes.selected.every((scope) => scope.endsWith(":read"))).toBe(true);
  const { request: all } = Offer.parse(await requestOf({ scope: open.scopes.offered.join(" ") }));
  expect(all.scopes).toEqual(open.scopes);
  const { request: some } = Offer.parse(await requestOf({ scope: "forms:write offline_access" }));
  expect(some.scopes).toEqual({ offered: ["forms:write"], selected: ["forms:write"] });
});

async function withDocument(
  work: (receiver: Receiver, read: (id: string) => Promise<object>) => Promise<void>,
) {
  const receiver = await startReceiver({ hostnames: ["client.example.com"] });
  const { connectTo, ca } = receiver;
  const client = createWebhookHttpClient({ connectTo, ca });
  try {
    await work(receiver, (id) => readClientDocument(id, callerAt(new Date()), client));
  } finally {
    await receiver.stop();
  }
}

test("a client can be a document at its ID, which is read once and must name itself", async () => {
  await withDocument(async (receiver, read) => {
    const document = (path: string, change = {}) => {
      const client_id = `https://client.example.com/${path}`;
      const body = { client_id, client_name: "Editor", redirect_uris: [REDIRECT_URI], ...change };
      receiver.reply(answer(200, JSON.stringify(body)));
      return client_id;
    };
    const id = document("client.json");
    expect(await read(id)).toMatchObject({ client_name: "Editor", redirect_uris: [REDIRECT_URI] });
    await read(id);
    expect(receiver.received).toHaveLength(1);
    await expect(read(document("other", { client_id: id }))).rejects.toThrow(/own address/);
    await expect(read(document("name", { client_name: "x\u202ey" }))).rejects.toThrow(/visible/);
    await expect(read(document("evil", { redirect_uris: ["data:x"] }))).rejects.toThrow(/https/);
    await expect(read(document("large", { x: "x".repeat(20_000) }))).rejects.toThrow(/16 KiB/);
    receiver.reply(answer(302, "", { location: "http://169.254.169.254/" }));
    await expect(read("https://client.example.com/moved")).rejects.toThrow(/redirect/i);
    receiver.reply(answer(200, "<html>"));
    await expect(read("https://client.example.com/page")).rejects.toThrow(/JSON/);
  });
});

test("a document at a private address isn't read", async () => {
  for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"]) {
    const client = createWebhookHttpClient({ resolve: async () => ["1.1.1.1", address] });
    const id = `https://inside.example.com/${encodeURIComponent(address)}`;
    const reading = readClientDocument(id, callerAt(new Date()), client);
    await expect(reading, address).rejects.toThrow(/public/);
  }
  for (const id of ["https://127.0.0.1/x", "https://[::1]/x"])
    await expect(readClientDocument(id, callerAt(new Date()))).rejects.toThrow(/IP address/);
});

test("the ID of a document is a URL with https and a path, in its normal form", () => {
  expect(isDocumentId("https://client.example.com/client.json")).toBe(true);
  for (const id of [
    "http://client.example.com/client.json",
    "https://client.example.com",
    "https://client.example.com/",
    "https://client.example.com/#x",
    "https://user@client.example.com/x",
    "https://client.example.com/a/../b",
    "https://CLIENT.example.com/x",
    `https://client.example.com/${"x".repeat(500)}`,
  ])
    expect(isDocumentId(id), id).toBe(false);
});

test("guessing at the token endpoint is limited per network", async () => {
  changeSettings({ managementRateLimit: 3 });
  const guess = { grant_type: "refresh_token", refresh_token: "x", client_id: "y" };
  const network = { "x-forwarded-for": "203.0.113.99" };
  let last = await postOAuth("token", guess, network);
  for (let count = 0; count < 60 && last.status !== 429; count += 1)
    last = await postOAuth("token", guess, network);
  failureOf(last, "too_many_requests", 429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
});
