import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { getForm, getFormOptions } from "#lib/forms/forms";
import { updateForm } from "#lib/forms/update-form";
import { addBlockedSender, listBlockedSenders, removeBlockedSender } from "#lib/spam/protection";
import { listFromSender, listInbox } from "#lib/submissions/list-submissions";
import { restoreSubmissions, updateSubmissions } from "#lib/submissions/update-submissions";
import { contextAt, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

const ADA = "ada@example.com";

test("the block list rejects the 1,001st entry, even when several are added at the same moment", async () => {
  const { id: workspaceId, ctx } = await createWorkspace();
  const entries = Array.from({ length: 998 }, (_, n) => ({
    workspaceId,
    entry: `a${n}@example.com`,
    createdAt: ctx.now,
  }));
  await db().blockedSender.createMany({ data: entries });
  const added = await Promise.allSettled(
    ["b", "c", "d", "e"].map((name) => addBlockedSender(ctx, `${name}@example.com`)),
  );
  const failed = added.filter(({ status }) => status === "rejected");
  expect(failed).toMatchObject(Array(2).fill({ reason: { code: "block_list_full" } }));
  expect(await listBlockedSenders(ctx)).toHaveLength(1_000);
  await expect(addBlockedSender(ctx, "a1@example.com")).resolves.toBe(false);
});

test("blocking and unblocking twice has no further effect, and belongs to one workspace", async () => {
  const workspace = await createWorkspace();
  const other = await createWorkspace();
  expect(await addBlockedSender(workspace.ctx, ADA), "Undo unblocks a new one").toBe(true);
  const later = contextAt(workspace, new Date(workspace.ctx.now.getTime() + 1_000));
  await addBlockedSender(later, "@example.org");
  expect(await addBlockedSender(later, ADA)).toBe(false);
  await removeBlockedSender(other.ctx, ADA);
  expect(await listBlockedSenders(workspace.ctx)).toEqual([
    { entry: "@example.org", createdAt: later.now.getTime() },
    { entry: ADA, createdAt: workspace.ctx.now.getTime() },
  ]);
  expect(await listBlockedSenders(other.ctx)).toEqual([]);
  await removeBlockedSender(workspace.ctx, ADA);
  await removeBlockedSender(workspace.ctx, ADA);
  const log = await db().auditEntry.findMany({
    where: { workspaceId: workspace.id, action: { startsWith: "sender." } },
    select: { action: true, subjectName: true },
    orderBy: { id: "asc" },
  });
  expect(log).toEqual([
    { action: "sender.blocked", subjectName: "an address @example.com" },
    { action: "sender.blocked", subjectName: "@example.org" },
    { action: "sender.unblocked", subjectName: "an address @example.com" },
  ]);
});

test("a save from an outdated page doesn't overwrite the blocked words and the retention saved since", async () => {
  const { ctx, form } = await createOwnForm();
  const settings = { honeypot: "botcheck" };
  const seen = { blockedWords: [], spamRetentionDays: null, settings };
  await updateForm(ctx, form.id, { blockedWords: ["casino"], spamRetentionDays: 30 }, seen);
  const input = { blockedWords: ["bitcoin"], spamRetentionDays: 7, settings: { honeypot: "trap" } };
  await expect(updateForm(ctx, form.id, input, seen)).rejects.toMatchObject({
    code: "revision_conflict",
    details: [{ path: "blockedWords" }, { path: "spamRetentionDays" }],
  });
  expect((await getForm(ctx, form.id)).settings.honeypot).toBe("botcheck");
  const blockedWords = ["casino", "bitcoin"];
  await updateForm(ctx, form.id, { blockedWords }, { blockedWords: ["casino"] });
  expect(await getFormOptions(ctx, form.id)).toMatchObject({ blockedWords, spamRetentionDays: 30 });
});

test("finds a blocked sender's messages in the inbox only, not those that mention the address", async () => {
  const { workspace, form } = await createOwnForm();
  const add = (options: Parameters<typeof createSubmission>[2]) =>
    createSubmission(workspace, form, options);
  const own = await add({ fields: { email: "Ada@example.com", message: "one" } });
  const alias = await add({ fields: { _replyto: ADA } });
  const subdomain = await add({ fields: { email: "bob@mail.example.com" } });
  await add({ fields: { email: ADA }, folder: "archive" });
  await add({ fields: { email: "eve@example.org", message: ADA } });
  const other = await createOwnForm();
  await createSubmission(other.workspace, other.form, { fields: { email: ADA } });
  const ids = async (entry: string) =>
    (await listFromSender(workspace.ctx, entry)).selected.map(({ id }) => id).sort();
  expect(await ids(ADA)).toEqual([own.id, alias.id].sort());
  expect(await ids("@example.com")).toEqual([own.id, alias.id, subdomain.id].sort());
});

test("undoing Not spam brings back the reason with the entry that matched", async () => {
  const { workspace, ctx, form } = await createOwnForm();
  const caught = { folder: "spam", spamReason: "blocked_sender" } as const;
  const { id } = await createSubmission(workspace, form, caught);
  await db().submission.updateMany({ where: { id }, data: { spamMatch: "@example.com" } });
  const listed = async (folder: "inbox" | "spam") =>
    (await listInbox(ctx, { folder, limit: 10 })).data;
  await updateSubmissions(ctx, [id], { folder: "inbox" });
  expect(await listed("inbox")).toMatchObject([{ id, spamReason: null, spamMatch: null }]);
  await restoreSubmissions(ctx, [{ id, read: false, ...caught }]);
  expect(await listed("spam")).toMatchObject([
    { id, spamReason: "blocked_sender", spamMatch: "@example.com" },
  ]);
  await updateSubmissions(ctx, [id], { folder: "inbox" });
  await updateSubmissions(ctx, [id], { folder: "spam" });
  expect(await listed("spam")).toMatchObject([{ spamReason: "manual", spamMatch: null }]);
});
