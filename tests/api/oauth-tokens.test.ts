import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { changeRole, removeMember } from "#lib/domain/accounts/members/change-members";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { listAudit } from "#lib/domain/audit/list-audit";
import { listConnectable } from "#lib/domain/grants/connect-app";
import { disconnectApp, listConnectedApps } from "#lib/domain/grants/connected-apps";
import { exchangeCode } from "#lib/domain/grants/exchange-code";
import { refreshTokens } from "#lib/domain/grants/refresh-tokens";
import { listTokens } from "#lib/domain/tokens/tokens";
import { callApi, errorOf } from "#tests/support/contract/api";
import { connectClient } from "#tests/support/contract/mcp";
import {
  callMcp,
  connect,
  connected,
  failureOf,
  issuedOf,
  postOAuth,
  register,
} from "#tests/support/contract/oauth";
import { expectRejection } from "#tests/support/contract/rejection";
import { createAccount, PASSWORD } from "#tests/support/factories/account-factories";
import { callerAt, contextAt, createWorkspace } from "#tests/support/factories/factories";
import { addMember, joinWorkspace } from "#tests/support/factories/member-factories";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const later = (ms: number) => callerAt(new Date(Date.now() + ms));

async function entriesOf(workspace: Awaited<ReturnType<typeof createWorkspace>>) {
  const { data } = await listAudit(workspace.ctx, { limit: 50 });
  return data.filter(({ action }) => action.startsWith("token."));
}

test("an app gets an access token for an hour, which lists only the tools of its scopes, and a refresh token", async () => {
  const workspace = await createWorkspace();
  const { tokens } = await connected(workspace, { scopes: ["usage:read", "forms:read"] });
  expect(tokens.expires_in).toBe(3600);
  expect(tokens.scope.split(" ").toSorted()).toEqual(["forms:read", "usage:read"]);
  const client = await connectClient({ token: tokens.access_token });
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain("getUsage");
  expect(names).not.toContain("deleteForm");
  await client.close();
  const [app] = await listConnectedApps(workspace.ctx);
  expect(app).toMatchObject({ name: "Assistant", place: "assistant.example" });
  expect(app?.lastUsedAt).not.toBeNull();
  expect(await listTokens(workspace.ctx)).toEqual([]);
});

test("an access token doesn't work under /v1, nor do a refresh token and a code at /mcp", async () => {
  const { exchange, tokens } = await connected(await createWorkspace());
  const answer = await callApi("GET", "/v1/token", { token: tokens.access_token });
  expect(errorOf(answer, "token_invalid").message).toContain("/mcp");
  for (const secret of [tokens.refresh_token, exchange.code])
    expect((await callMcp(secret)).status).toBe(401);
  expect((await callMcp(tokens.access_token)).status).toBe(200);
});

test("a 401 of /mcp says where a token comes from, and whether the one that was sent is wrong", async () => {
  const metadata = /resource_metadata="http[^"]+\/\.well-known\/oauth-protected-resource\/mcp"/;
  const without = await callMcp(null);
  expect(without.challenge).toMatch(metadata);
  expect(without.challenge).not.toContain("error=");
  const wrong = await callMcp("fis_mcp_wrong");
  expect(wrong.challenge).toMatch(metadata);
  expect(wrong.challenge).toContain('error="invalid_token"');
});

test("only hashes of codes and tokens are stored", async () => {
  const workspace = await createWorkspace();
  const { exchange, tokens } = await connected(workspace);
  const where = { workspaceId: workspace.id };
  const rows = [
    await db().token.findMany({ where }),
    await db().grant.findMany({ where }),
    await db().grantSecret.findMany({ where }),
  ];
  const stored = JSON.stringify(rows);
  for (const secret of [exchange.code, tokens.access_token, tokens.refresh_token])
    expect(stored).not.toContain(secret.slice(8));
});

test("a code that is used twice ends the app's access", async () => {
  const workspace = await createWorkspace();
  const { exchange, tokens, refresh } = await connected(workspace);
  failureOf(await postOAuth("token", exchange), "invalid_grant");
  expect((await callMcp(tokens.access_token)).status).toBe(401);
  failureOf(await refresh(), "invalid_grant");
  expect(await listConnectedApps(workspace.ctx)).toEqual([]);
  const [ended] = await entriesOf(workspace);
  expect(ended).toMatchObject({
    action: "token.disconnected",
    details: { reason: "its authorization code was used twice" },
  });
});

test("of two exchanges of one code at the same moment, none leaves a working token", async () => {
  const workspace = await createWorkspace();
  const exchange = await connect(workspace);
  const both = await Promise.all([postOAuth("token", exchange), postOAuth("token", exchange)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const winner = both.find(({ status }) => status === 200);
  if (!winner) throw new Error("one of them gets tokens");
  expect((await callMcp(issuedOf(winner).access_token)).status).toBe(401);
});

test("a code needs its verifier, client, address, and resource, and works after a wrong try", async () => {
  const exchange = await connect(await createWorkspace());
  const attempt = (change: Record<string, string>) =>
    postOAuth("token", { ...exchange, ...change });
  const grant = "invalid_grant";
  failureOf(await attempt({ code_verifier: `${exchange.code_verifier}x` }), grant);
  failureOf(await attempt({ code_verifier: "" }), "invalid_request");
  failureOf(await attempt({ client_id: await register() }), grant);
  failureOf(await attempt({ client_id: "" }), "invalid_request");
  failureOf(await attempt({ redirect_uri: "https://assistant.example/callback/" }), grant);
  failureOf(await attempt({ resource: "https://other.example/mcp" }), "invalid_target");
  failureOf(await attempt({ code: exchange.code.slice(0, -1) }), grant);
  failureOf(await attempt({ grant_type: "password" }), "unsupported_grant_type");
  failureOf(await attempt({ grant_type: "" }), "invalid_request");
  issuedOf(await postOAuth("token", exchange));
});

test("a code works for five minutes, and an unused one leaves no connected app", async () => {
  const workspace = await createWorkspace();
  const { client_id: clientId, code, code_verifier: verifier } = await connect(workspace);
  const given = { clientId, code, verifier, redirectUri: null };
  await expect(exchangeCode(given, later(5 * MINUTE_MS))).rejects.toThrow(/expired/);
  expect(await listConnectedApps(workspace.ctx)).toEqual([]);
});

test("a refresh token is replaced at each use, and one that comes back later ends the app's access", async () => {
  const workspace = await createWorkspace();
  const { clientId, tokens, refresh } = await connected(workspace);
  const second = issuedOf(await refresh());
  expect(second.refresh_token).not.toBe(tokens.refresh_token);
  expect((await callMcp(second.access_token)).status).toBe(200);
  // Two windows of one app, or a lost response.
  const third = issuedOf(await refresh());
  for (const { access_token } of [tokens, second, third])
    expect((await callMcp(access_token)).status).toBe(200);
  const again = { refreshToken: tokens.refresh_token, clientId, scope: undefined };
  await expect(refreshTokens(again, later(31_000))).rejects.toThrow(/already used/);
  for (const { access_token } of [tokens, second, third])
    expect((await callMcp(access_token)).status).toBe(401);
  const newest = { ...again, refreshToken: third.refresh_token };
  await expect(refreshTokens(newest, later(0))).rejects.toThrow(/disconnected/);
  expect((await entriesOf(workspace))[0]).toMatchObject({
    action: "token.disconnected",
    details: { reason: "its refresh token was used twice" },
  });
});

test.each(["the app", "the thief"])(
  "a refresh token that was stolen and used within 30 seconds is noticed when %s refreshes next",
  async (first) => {
    const workspace = await createWorkspace();
    const { clientId, tokens, refresh } = await connected(workspace);
    const thief = issuedOf(await refresh());
    const app = issuedOf(await refresh());
    const [one, other] = first === "the app" ? [app, thief] : [thief, app];
    const given = (refreshToken: string) => ({ refreshToken, clientId, scope: undefined });
    const next = await refreshTokens(given(one.refresh_token), later(3_600_000));
    const reused = refreshTokens(given(other.refresh_token), later(3_631_000));
    await expect(reused).rejects.toThrow(/already used/);
    for (const { access_token } of [tokens, thief, app, next])
      expect((await callMcp(access_token)).status).toBe(401);
  },
);

test("an app keeps its access while its windows refresh within 30 seconds, or share the newest token", async () => {
  const { clientId, refresh } = await connected(await createWorkspace());
  let windows = [issuedOf(await refresh()), issuedOf(await refresh())];
  const refreshAt = (refreshToken: string, hours: number, seconds = 0) =>
    refreshTokens(
      { refreshToken, clientId, scope: undefined },
      later(hours * 3_600_000 + seconds * 1000),
    );
  for (const hours of [1, 2]) {
    const [one, two] = windows;
    windows = [
      await refreshAt(one?.refresh_token ?? "", hours),
      await refreshAt(two?.refresh_token ?? "", hours, 29),
    ];
  }
  const [, newest] = windows;
  const last = await refreshAt(newest?.refresh_token ?? "", 3);
  expect((await callMcp(last.access_token)).status).toBe(200);
});

test("a refresh gets no more scopes, works for its own client, and ends after 60 days without use", async () => {
  const { clientId, tokens, refresh } = await connected(await createWorkspace(), {
    scopes: ["forms:read"],
  });
  failureOf(await refresh({ scope: "forms:read forms:write" }), "invalid_scope");
  failureOf(await refresh({ client_id: await register() }), "invalid_grant");
  failureOf(await refresh({ resource: "https://other.example/mcp" }), "invalid_target");
  const idle = { refreshToken: tokens.refresh_token, clientId, scope: undefined };
  await expect(refreshTokens(idle, later(60 * DAY_MS))).rejects.toThrow(/expired/);
  const kept = await refreshTokens(idle, later(59 * DAY_MS));
  expect(kept.scope).toBe("forms:read");
});

test("access ends a year after the app was connected, however often it refreshes", async () => {
  const { clientId, tokens } = await connected(await createWorkspace());
  let { refresh_token: refreshToken } = tokens;
  const refreshAt = (days: number) =>
    refreshTokens({ refreshToken, clientId, scope: undefined }, later(days * DAY_MS));
  for (let days = 50; days < 365; days += 50)
    ({ refresh_token: refreshToken } = await refreshAt(days));
  await expect(refreshAt(365)).rejects.toThrow(/disconnected/);
});

test("keeps at most 200 secrets of an app", async () => {
  const workspace = await createWorkspace();
  const { clientId, tokens } = await connected(workspace);
  let { refresh_token: refreshToken } = tokens;
  for (let count = 0; count < 110; count += 1)
    ({ refresh_token: refreshToken } = await refreshTokens(
      { refreshToken, clientId, scope: undefined },
      later(count),
    ));
  expect(await db().grantSecret.count({ where: { workspaceId: workspace.id } })).toBe(200);
});

test("an expired access token is a 401", async () => {
  const workspace = await createWorkspace();
  const { tokens } = await connected(workspace);
  await db().grantSecret.updateMany({
    where: { workspaceId: workspace.id, kind: "access" },
    data: { expiresAt: new Date() },
  });
  const { status, text } = await callMcp(tokens.access_token);
  expect(status).toBe(401);
  expect(text).toContain("token_expired");
});

test("an app loses its access when its owner becomes a member, leaves, or deletes the workspace", async () => {
  for (const end of ["role", "removal"] as const) {
    const workspace = await createWorkspace();
    const other = await addMember(workspace, "owner");
    const { tokens, refresh } = await connected({ ...workspace, ctx: other.ctx });
    expect((await callMcp(tokens.access_token)).status).toBe(200);
    const { ctx } = workspace;
    if (end === "role")
      await changeRole(ctx, other.user.id, { role: "member", revokeTokens: false });
    else await removeMember(ctx, other.user.id, { revokeTokens: false });
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    failureOf(await refresh(), "invalid_grant");
    expect(await listConnectedApps(ctx)).toEqual([]);
  }
  const account = await createAccount();
  const { tokens, refresh } = await connected(account);
  await deleteWorkspace(contextAt(account, new Date()), { currentPassword: PASSWORD });
  expect((await callMcp(tokens.access_token)).status).toBe(401);
  failureOf(await refresh(), "invalid_grant");
});

test("an owner disconnects an app, and an app gives up its access by either of its tokens", async () => {
  const workspace = await createWorkspace();
  const one = await connected(workspace);
  const [app] = await listConnectedApps(workspace.ctx);
  await disconnectApp(workspace.ctx, app?.id ?? "");
  expect((await callMcp(one.tokens.access_token)).status).toBe(401);
  for (const kind of ["access_token", "refresh_token"] as const) {
    const { clientId, tokens, refresh } = await connected(workspace);
    const token = tokens[kind];
    failureOf(await postOAuth("revoke", { token, client_id: await register() }), "invalid_grant");
    expect((await callMcp(tokens.access_token)).status).toBe(200);
    expect((await postOAuth("revoke", { token, client_id: clientId })).status).toBe(200);
    expect((await callMcp(tokens.access_token)).status).toBe(401);
    failureOf(await refresh(), "invalid_grant");
  }
  const nothing = await postOAuth("revoke", { token: "unknown", token_type_hint: "access_token" });
  expect(nothing.status).toBe(200);
  failureOf(await postOAuth("revoke", {}), "invalid_request");
});

test("another workspace's app isn't found", async () => {
  const [mine, theirs] = [await createWorkspace(), await createWorkspace()];
  await connected(theirs);
  const [app] = await listConnectedApps(theirs.ctx);
  await expect(disconnectApp(mine.ctx, app?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  expect(await listConnectedApps(mine.ctx)).toEqual([]);
});

test("only an owner with a confirmed address and a recent proof connects an app, to a workspace of theirs", async () => {
  const workspace = await createWorkspace();
  const attempt = (ctx: Context, to = workspace) => connect({ ...to, ctx });
  await expectRejection(attempt((await addMember(workspace, "member")).ctx), "owner_required");
  await expectRejection(attempt((await createWorkspace()).ctx), "not_found");
  const actor = { kind: "token", tokenId: newId() } as const;
  await expectRejection(attempt({ ...workspace.ctx, actor }), "session_required");
  const unconfirmed = await createWorkspace({ isConfirmed: false });
  await expectRejection(attempt(unconfirmed.ctx, unconfirmed), "address_unconfirmed");
  const tired = { ...workspace.ctx, now: new Date(workspace.ctx.now.getTime() + 15 * MINUTE_MS) };
  await expectRejection(attempt(tired), "reauthentication_required");
  const second = await createWorkspace();
  await joinWorkspace(workspace, second, "owner");
  await attempt(workspace.ctx, second);
  await joinWorkspace(workspace, await createWorkspace(), "member");
  expect((await listConnectable(workspace.ctx)).map(({ id }) => id).toSorted()).toEqual(
    [workspace.id, second.id].toSorted(),
  );
});

test("a session by a workspace's own provider connects apps to that workspace only", async () => {
  const [workspace, second] = [await createWorkspace(), await createWorkspace()];
  await joinWorkspace(workspace, second, "owner");
  const { actor } = workspace.ctx;
  if (actor.kind !== "user") throw new Error("the workspace's context is a user's");
  const ctx = { ...workspace.ctx, actor: { ...actor, isBound: true } };
  expect(await listConnectable(ctx)).toMatchObject([{ id: workspace.id }]);
  await expectRejection(connect({ ...second, ctx }), "not_found");
  await connect({ ...workspace, ctx });
});

test("a workspace has at most 50 connected apps, and connects at most 50 a day", async () => {
  const workspace = await createWorkspace();
  for (let count = 0; count < 50; count += 1) await connect(workspace);
  await expectRejection(connect(workspace), "token_limit_reached");
});
