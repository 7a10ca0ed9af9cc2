import { expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { authenticateToken } from "#lib/domain/tokens/authenticate-token";
import { SCOPE_NAMES, Token, TokenListItem } from "#lib/domain/tokens/schema";
import { listPastTokens, listTokens } from "#lib/domain/tokens/tokens";
import { CreatedTokenShape } from "#tests/support/contract/account-endpoints";
import { callAccount, callApi, dataOf, invalidPaths } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { signedIn } from "#tests/support/factories/account-factories";
import { callerAt, createToken, createWorkspace } from "#tests/support/factories/factories";

const DAY_MS = 86_400_000;
const TOKENS = "/api/account/tokens";

async function setUp() {
  const workspace = await createWorkspace();
  const jar = await signedIn(workspace);
  const create = (body: unknown) => callAccount("POST", TOKENS, { jar, body });
  const list = async () =>
    dataOf(await callAccount("GET", TOKENS, { jar }), 200, z.array(TokenListItem));
  const revoke = (id: string) => callAccount("DELETE", `${TOKENS}/${id}`, { jar });
  return { workspace, jar, create, list, revoke };
}

test("GET /v1/token returns the documented properties and requires no scope", async () => {
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["usage:read"], name: "Shop" });
  const shown = dataOf(await callApi("GET", "/v1/token", { token }), 200, Token);
  expect(shown).toEqual({
    id: token.id,
    name: "Shop",
    scopes: ["usage:read"],
    expiresAt: token.expiresAt,
    workspaceId: workspace.id,
    environment: "staging",
  });
});

test("returns a new token once and stores only its hash and 12 of its characters", async () => {
  const { workspace, create, list } = await setUp();
  const created = dataOf(
    await create({ name: " Shop ", scopes: ["forms:read"] }),
    201,
    CreatedTokenShape,
  );
  const { token, ...item } = created;
  expect(item).toMatchObject({
    name: "Shop",
    prefix: token.slice(0, 12),
    scopes: ["forms:read"],
    expiresAt: created.createdAt + 90 * DAY_MS,
    revokedAt: null,
    lastUsedAt: null,
    status: "active",
  });
  expect(await list()).toEqual([item]);
  const row = await db().token.findFirstOrThrow({ where: { id: created.id } });
  expect(Buffer.from(row.hash).equals(Buffer.from(sha256(token)))).toBe(true);
  expect(JSON.stringify({ ...row, hash: null })).not.toContain(token.slice(12));
  const shown = dataOf(await callApi("GET", "/v1/token", { token }), 200, Token);
  expect(shown).toMatchObject({ id: created.id, workspaceId: workspace.id });
});

test("accepts a token lifetime of 1 to 365 whole days", async () => {
  const { create } = await setUp();
  for (const expiresInDays of [1, 365]) {
    const answer = await create({ name: "x", scopes: ["usage:read"], expiresInDays });
    const { createdAt, expiresAt } = dataOf(answer, 201, CreatedTokenShape);
    expect(expiresAt - createdAt).toBe(expiresInDays * DAY_MS);
  }
  for (const expiresInDays of [0, 366, -1, 1.5, "90", null]) {
    const answer = await create({ name: "x", scopes: ["usage:read"], expiresInDays });
    expect(invalidPaths(answer)).toEqual(["expiresInDays"]);
  }
});

test("a token requires a name of 1 to 80 characters and at least one known scope", async () => {
  const { create } = await setUp();
  const taken = await create({ name: "😀".repeat(80), scopes: [...SCOPE_NAMES, "forms:read"] });
  expect(dataOf(taken, 201, CreatedTokenShape).scopes).toEqual(SCOPE_NAMES);
  for (const name of ["", "  ", "x".repeat(81), null])
    expect(invalidPaths(await create({ name, scopes: ["usage:read"] }))).toEqual(["name"]);
  expect(invalidPaths(await create({ name: "x", scopes: [] }))).toEqual(["scopes"]);
  const unknown = await create({ name: "x", scopes: ["forms:read", "forms:*", "Forms:read"] });
  expect(invalidPaths(unknown)).toEqual(["scopes.1", "scopes.2"]);
  const extra = await create({ name: "x", scopes: ["usage:read"], workspaceId: newId() });
  expect(invalidPaths(extra)).toEqual(["workspaceId"]);
});

test("lists tokens newest first with their status, including expired and revoked ones", async () => {
  const { workspace, list, revoke } = await setUp();
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  const expired = await createToken(workspace, { now: ago(3), expiresInDays: 2 });
  const revoked = await createToken(workspace, { now: ago(2) });
  const both = await createToken(workspace, { now: ago(1), expiresInDays: 1 });
  const active = await createToken(workspace);
  await createToken(await createWorkspace());
  for (const { id } of [revoked, both]) expect((await revoke(id)).status).toBe(204);
  expect((await list()).map(({ id, status }) => [id, status])).toEqual([
    [active.id, "active"],
    [both.id, "revoked"],
    [revoked.id, "revoked"],
    [expired.id, "expired"],
  ]);
});

test("revoking a token twice at once and again revokes it once", async () => {
  const { workspace, list, revoke } = await setUp();
  const token = await createToken(workspace);
  const answers = await Promise.all([revoke(token.id), revoke(token.id)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  const revoked = await list();
  expect(revoked).toMatchObject([{ id: token.id, status: "revoked" }]);
  expect((await revoke(token.id)).status).toBe(204);
  expect(await list()).toEqual(revoked);
});

test("records a token's use at most every 5 minutes, after the response", async () => {
  const { workspace, list } = await setUp();
  const token = await createToken(workspace);
  await callApi("GET", "/v1/token", { token });
  const [used] = await list();
  expect(used?.lastUsedAt).toBeGreaterThanOrEqual(token.createdAt);
  const at = async (ms: number) => {
    const now = new Date((used?.lastUsedAt ?? 0) + ms);
    const { touch } = await authenticateToken(`Bearer ${token.token}`, callerAt(now));
    await touch?.();
    return (await list())[0]?.lastUsedAt;
  };
  expect(await at(299_999)).toBe(used?.lastUsedAt);
  expect(await at(300_000)).toBe((used?.lastUsedAt ?? 0) + 300_000);
  expect(await at(300_001)).toBe((used?.lastUsedAt ?? 0) + 300_000);
});

test("a token works until the millisecond it expires", async () => {
  const token = await createToken(await createWorkspace(), { expiresInDays: 1 });
  const at = (ms: number) =>
    authenticateToken(`Bearer ${token.token}`, callerAt(new Date(token.expiresAt + ms)));
  expect((await at(-1)).token.id).toBe(token.id);
  await expectRejection(at(0), "token_expired");
});

test("lists active tokens, and past tokens in pages", async () => {
  const { workspace, create, list, revoke } = await setUp();
  const { ctx } = workspace;
  for (const name of ["A", "B", "C", "D"]) await create({ name, scopes: ["forms:read"] });
  const [d, c, b, a] = await list();
  if (!a || !b || !c || !d) throw new Error("expected four tokens");
  await revoke(d.id);
  await revoke(b.id);
  await db().token.updateMany({ where: { id: a.id }, data: { expiresAt: new Date() } });
  const later = { ...ctx, now: new Date(Date.now() + 1000) };
  expect((await listTokens(later, { isActive: true })).map(({ name }) => name)).toEqual(["C"]);
  const first = await listPastTokens(later, { limit: 2 });
  expect(first.data.map(({ name, status }) => [name, status])).toEqual([
    ["D", "revoked"],
    ["B", "revoked"],
  ]);
  const rest = await listPastTokens(later, { limit: 2, cursor: first.nextCursor ?? "" });
  expect(rest.data.map(({ name, status }) => [name, status])).toEqual([["A", "expired"]]);
  expect(rest.nextCursor).toBeNull();
  const other = await createWorkspace();
  expect((await listPastTokens(other.ctx, { limit: 2 })).data).toEqual([]);
});
