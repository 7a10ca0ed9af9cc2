import { expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { foldCase } from "#lib/core/text";
import { listAudit } from "#lib/domain/audit/list-audit";
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from "#lib/domain/replies/saved-reply";
import { CreateSavedReplyInput, SavedReply } from "#lib/domain/replies/saved-reply-schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { createToken, createWorkspace, type Workspace } from "#tests/support/factories/factories";

const PATH = "/v1/saved-replies";
const TEXT = "Hello {{name}},\n\nThank you.";

async function setUp() {
  const workspace = await createWorkspace();
  return { workspace, ctx: workspace.ctx, token: await createToken(workspace) };
}

async function fillUp({ id: workspaceId, ctx }: Workspace, count: number): Promise<void> {
  const times = { createdAt: ctx.now, updatedAt: ctx.now };
  const one = (_: unknown, index: number) => {
    const name = `Reply ${index}`;
    return { workspaceId, id: newId(), name, nameKey: foldCase(name), text: TEXT, ...times };
  };
  await db().savedReply.createMany({ data: Array.from({ length: count }, one) });
}

test("a saved reply is created, listed by name, changed, and deleted", async () => {
  const { token } = await setUp();
  const body = { name: " Quote ", text: `${TEXT}\r\n` };
  const quote = dataOf(await callApi("POST", PATH, { token, body }), 201, SavedReply);
  expect(quote).toMatchObject({ name: "Quote", text: TEXT, updatedAt: quote.createdAt });
  const other = { name: "away", text: "Back on Monday." };
  const away = dataOf(await callApi("POST", PATH, { token, body: other }), 201, SavedReply);
  const list = async () => dataOf(await callApi("GET", PATH, { token }), 200, z.array(SavedReply));
  expect(await list()).toEqual([away, quote]);
  const one = `${PATH}/${away.id}`;
  const renamed = await callApi("PATCH", one, { token, body: { name: "Zzz" } });
  expect(dataOf(renamed, 200, SavedReply)).toMatchObject({ name: "Zzz", text: other.text });
  expect((await list()).map(({ name }) => name)).toEqual(["Quote", "Zzz"]);
  expect((await callApi("DELETE", one, { token })).status).toBe(204);
  expect(await list()).toEqual([quote]);
  for (const method of ["PATCH", "DELETE"])
    errorOf(
      await callApi(method, one, { token, ...(method === "PATCH" ? { body: other } : {}) }),
      "not_found",
    );
});

test("a name is one printable line, and a text has at most 10,000 characters", async () => {
  const { token } = await setUp();
  const post = (body: object) => callApi("POST", PATH, { token, body });
  for (const name of ["", "  ", "a\nb", "a\u202eb", "x".repeat(81)])
    expect(invalidPaths(await post({ name, text: TEXT })), name).toEqual(["name"]);
  for (const text of ["", " \n ", "x".repeat(10_001)])
    expect(invalidPaths(await post({ name: "Quote", text }))).toEqual(["text"]);
  const longest = { name: "x".repeat(80), text: "x".repeat(10_000) };
  expect((await post(longest)).status).toBe(201);
  const breaks = CreateSavedReplyInput.parse({ name: "a", text: `${"x\r\n".repeat(4_999)}xy` });
  expect(breaks.text, "a line break counts once").toHaveLength(10_000);
});

test("a name is unique in its workspace, whatever its case, even with concurrent requests", async () => {
  const { ctx, token } = await setUp();
  const names = ["Straße", "STRASSE", "straße", "STRAẞE"];
  const posts = names.map((name) => callApi("POST", PATH, { token, body: { name, text: TEXT } }));
  const answers = await Promise.all(posts);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  for (const taken of answers.filter(({ status }) => status === 409))
    errorOf(taken, "saved_reply_name_taken");
  const { id } = await createSavedReply(ctx, { name: "Quote", text: TEXT });
  await expectRejection(updateSavedReply(ctx, id, { name: "straSSe" }), "saved_reply_name_taken");
  expect(await updateSavedReply(ctx, id, { name: "QUOTE" })).toMatchObject({ name: "QUOTE" });
  await createSavedReply((await createWorkspace()).ctx, { name: "Quote", text: TEXT });
});

test("of renames to one name at the same time, one wins", async () => {
  const { ctx } = await setUp();
  const rows = await Promise.all(
    ["a", "b", "c"].map((name) => createSavedReply(ctx, { name, text: TEXT })),
  );
  const results = await Promise.allSettled(
    rows.map(({ id }) => updateSavedReply(ctx, id, { name: "Quote" })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const names = (await listSavedReplies(ctx)).map(({ name }) => name);
  expect(names.filter((name) => name === "Quote")).toHaveLength(1);
});

test("a workspace has at most 100 saved replies, even with concurrent requests, and a deleted one makes room", async () => {
  const { workspace, ctx, token } = await setUp();
  await fillUp(workspace, 98);
  const posts = Array.from({ length: 5 }, (_, index) =>
    callApi("POST", PATH, { token, body: { name: `New ${index}`, text: TEXT } }),
  );
  const answers = await Promise.all(posts);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429]);
  const full = answers.find(({ status }) => status === 429);
  if (!full) throw new Error("three were rejected");
  expect(errorOf(full, "saved_reply_limit_reached").message).toContain("100 saved replies");
  expect(full.headers.has("retry-after"), "waiting doesn't help").toBe(false);
  const all = await listSavedReplies(ctx);
  expect(all).toHaveLength(100);
  await updateSavedReply(ctx, all[0]?.id ?? "", { text: "Changed" });
  await deleteSavedReply(ctx, all[0]?.id ?? "");
  await createSavedReply(ctx, { name: "Another", text: TEXT });
});

test("reading needs submissions:read, and changes need submissions:reply", async () => {
  const { workspace, ctx } = await setUp();
  const { id } = await createSavedReply(ctx, { name: "Quote", text: TEXT });
  const reader = await createToken(workspace, { scopes: ["submissions:read"] });
  const writer = await createToken(workspace, { scopes: ["submissions:reply"] });
  const body = { name: "Offer", text: TEXT };
  expect((await callApi("GET", PATH, { token: reader })).status).toBe(200);
  errorOf(await callApi("GET", PATH, { token: writer }), "insufficient_scope");
  errorOf(await callApi("POST", PATH, { token: reader, body }), "insufficient_scope");
  expect((await callApi("POST", PATH, { token: writer, body })).status).toBe(201);
  const one = `${PATH}/${id}`;
  errorOf(await callApi("PATCH", one, { token: reader, body }), "insufficient_scope");
  errorOf(await callApi("DELETE", one, { token: reader }), "insufficient_scope");
  expect((await callApi("DELETE", one, { token: writer })).status).toBe(204);
});

test("the audit log names what changed, without the text", async () => {
  const { ctx } = await setUp();
  const { id } = await createSavedReply(ctx, { name: "Quote", text: TEXT });
  await updateSavedReply(ctx, id, { name: "Offer", text: "Something else" });
  await deleteSavedReply(ctx, id);
  const { data } = await listAudit(ctx, { limit: 10 });
  expect(data.slice(0, 3)).toMatchObject([
    { action: "saved_reply.deleted", subject: { id, name: "Offer" } },
    {
      action: "saved_reply.updated",
      details: { changed: ["name", "text"], from: { name: "Quote" }, to: { name: "Offer" } },
    },
    { action: "saved_reply.created", subject: { id, name: "Quote" } },
  ]);
  expect(JSON.stringify(data)).not.toContain("Something else");
});

test("a workspace’s saved replies go with it", async () => {
  const { workspace, ctx } = await setUp();
  await createSavedReply(ctx, { name: "Quote", text: TEXT });
  await db().workspace.delete({ where: { id: workspace.id } });
  expect(await db().savedReply.count({ where: { workspaceId: workspace.id } })).toBe(0);
});
