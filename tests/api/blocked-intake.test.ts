import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { getForm, getFormOptions } from "#lib/domain/forms/forms";
import { addSender, listSenders, removeSender } from "#lib/domain/forms/spam/protection";
import { updateForm } from "#lib/domain/forms/update-form";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { listFromSender } from "#lib/domain/submissions/inbox/select-messages";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { getUsage } from "#lib/domain/usage/get-usage";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  contextAt,
  createForm,
  createOwnForm,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import {
  countAccepted,
  createSubmission,
  fillSpam,
} from "#tests/support/factories/message-factories";

process.env.DEFAULT_PLAN = "starter";

const ADA = "ada@example.com";

async function send(workspace: Workspace, publicKey: string, json: Record<string, unknown>) {
  const response = await postVisit(publicKey, { json });
  const id = await acceptedId(response);
  const { folder, spamReason } = await getSubmission(workspace.ctx, id);
  const { spamMatch } = await db().submission.findFirstOrThrow({ where: { id } });
  return { response, id, outcome: { folder, spamReason, spamMatch } };
}

const INBOX = { folder: "inbox", spamReason: null, spamMatch: null };
const caughtBy = (spamReason: string) => (spamMatch: string | null) => ({
  folder: "spam",
  spamReason,
  spamMatch,
});
const blockedBy = caughtBy("blocked_sender");
const wordFound = caughtBy("blocked_word");

test("a blocked sender is caught on every form of the workspace, and on none of another", async () => {
  const { workspace, form } = await createOwnForm();
  const second = await createForm(workspace);
  const other = await createOwnForm();
  for (const one of [form, second, other.form])
    await postVisit(one.publicKey, { json: { message: "fills the cache" } });
  await addSender(workspace.ctx, "blocked", ADA);
  const json = { email: " Ada@Example.com ", message: "hello" };
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(blockedBy(ADA));
  expect((await send(workspace, second.publicKey, json)).outcome).toEqual(blockedBy(ADA));
  expect((await send(other.workspace, other.form.publicKey, json)).outcome).toEqual(INBOX);
  await removeSender(workspace.ctx, "blocked", ADA);
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(INBOX);
});

test("the sender is the reply address: _replyto counts where the email field holds no address", async () => {
  const { workspace, form } = await createOwnForm();
  await addSender(workspace.ctx, "blocked", ADA);
  const sent = async (json: Record<string, unknown>) =>
    (await send(workspace, form.publicKey, json)).outcome;
  expect(await sent({ _replyto: ADA, message: "hi" })).toEqual(blockedBy(ADA));
  expect(await sent({ email: "eve@example.org", _replyto: ADA })).toEqual(INBOX);
  expect(await sent({ message: `write to ${ADA}` })).toEqual(INBOX);
});

test("a blocked word is caught in any value of its own form, whatever its case and spacing", async () => {
  const { workspace, form } = await createOwnForm();
  const other = await createForm(workspace);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["Casino", "crypto investment"] });
  const sent = async (message: unknown) =>
    (await send(workspace, form.publicKey, { name: "Ada", message })).outcome;
  expect(await sent("Best CASINO, now!")).toEqual(wordFound("Casino"));
  expect(await sent(["one", "a crypto\n  Investment plan"])).toEqual(
    wordFound("crypto investment"),
  );
  expect(await sent("casinos and occasino")).toEqual(INBOX);
  expect(await sent(["crypto", "investment"])).toEqual(INBOX);
  const elsewhere = await send(workspace, other.publicKey, { message: "casino" });
  expect(elsewhere.outcome).toEqual(INBOX);
  await updateForm(workspace.ctx, form.id, { blockedWords: [] });
  expect(await sent("casino")).toEqual(INBOX);
});

test("a filled honeypot comes first, then the sender, then the words", async () => {
  const { workspace, form } = await createOwnForm();
  await addSender(workspace.ctx, "blocked", ADA);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["casino"] });
  const json = { email: ADA, message: "casino" };
  const trapped = await send(workspace, form.publicKey, { ...json, botcheck: "x" });
  expect(trapped.outcome).toEqual(caughtBy("honeypot")(null));
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(blockedBy(ADA));
});

test("a caught submission is counted as spam, notifies no one, creates no event, and the response is the same", async () => {
  const { workspace, form } = await createOwnForm();
  await createWebhook(workspace, form);
  await addSender(workspace.ctx, "blocked", ADA);
  const plain = await postVisit(form.publicKey, { json: { message: "hello" } });
  const { response, id } = await send(workspace, form.publicKey, { email: ADA, message: "hi" });
  expect(response.status).toBe(plain.status);
  expect([...response.headers.keys()]).toEqual([...plain.headers.keys()]);
  expect(await getSubmission(workspace.ctx, id)).toMatchObject({
    notificationPlan: { reason: "spam", recipients: [] },
    visitorReply: { status: "not_eligible", reason: "spam" },
  });
  expect(await db().delivery.count({ where: { submissionId: id } })).toBe(0);
  const counts = { accepted: 1, spam: 1, folders: { inbox: 1, spam: 1 } };
  expect(await getUsage(workspace.ctx)).toMatchObject(counts);
});

test("a caught submission is accepted beyond the allowance, and without a challenge", async () => {
  const { workspace, form } = await createOwnForm();
  await createVerifiedWidget(form.id);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["casino"] });
  await countAccepted(workspace, 1_000_000);
  const json = { message: "casino" };
  expect((await send(workspace, form.publicKey, json)).outcome).toEqual(wordFound("casino"));
  const rejected = await postVisit(form.publicKey, { json: { message: "hello" } });
  expect(rejected.status).toBe(429);
});

test("a form stores 1,000 caught submissions of each reason, and only counts further ones, with the same response", async () => {
  const { workspace, form } = await createOwnForm();
  await addSender(workspace.ctx, "blocked", ADA);
  await updateForm(workspace.ctx, form.id, { blockedWords: ["casino"] });
  for (const reason of ["blocked_sender", "honeypot"]) await fillSpam(form, { reason, count: 999 });
  const stored = (spamReason: string) =>
    db().submission.count({ where: { formId: form.id, spamReason } });
  const posts = Array.from({ length: 5 }, (_, n) => [
    postVisit(form.publicKey, { json: { email: ADA, message: `hi ${n}` } }),
    postVisit(form.publicKey, { json: { message: `casino ${n}` } }),
  ]);
  const responses = await Promise.all(posts.flat());
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await stored("blocked_sender")).toBe(1_000);
  expect(await stored("blocked_word")).toBe(5);
  const [note] = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
  expect(note).toMatchObject({ code: "blocked_full", count: 4 });
  expect((await getUsage(workspace.ctx)).spam).toBe(6);
});

test("the block list rejects the 1,001st entry, even when several are added at the same moment", async () => {
  const { id: workspaceId, ctx } = await createWorkspace();
  const entries = Array.from({ length: 998 }, (_, n) => ({
    workspaceId,
    entry: `a${n}@example.com`,
    createdAt: ctx.now,
  }));
  await db().blockedSender.createMany({ data: entries });
  const added = await Promise.allSettled(
    ["b", "c", "d", "e"].map((name) => addSender(ctx, "blocked", `${name}@example.com`)),
  );
  const failed = added.filter(({ status }) => status === "rejected");
  expect(failed).toMatchObject(Array(2).fill({ reason: { code: "block_list_full" } }));
  expect((await listSenders(ctx)).blocked).toHaveLength(1_000);
  await expect(addSender(ctx, "blocked", "a1@example.com")).resolves.toBe(false);
});

test("blocking and unblocking twice has no further effect, and belongs to one workspace", async () => {
  const workspace = await createWorkspace();
  const other = await createWorkspace();
  expect(await addSender(workspace.ctx, "blocked", ADA), "Undo unblocks a new one").toBe(true);
  const later = contextAt(workspace, new Date(workspace.ctx.now.getTime() + 1_000));
  await addSender(later, "blocked", "@example.org");
  expect(await addSender(later, "blocked", ADA)).toBe(false);
  await removeSender(other.ctx, "blocked", ADA);
  expect((await listSenders(workspace.ctx)).blocked).toEqual([
    { entry: "@example.org", createdAt: later.now.getTime() },
    { entry: ADA, createdAt: workspace.ctx.now.getTime() },
  ]);
  expect((await listSenders(other.ctx)).blocked).toEqual([]);
  await removeSender(workspace.ctx, "blocked", ADA);
  await removeSender(workspace.ctx, "blocked", ADA);
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
  await expectRejection(updateForm(ctx, form.id, input, seen), "revision_conflict", {
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
  const caught = { folder: "spam", spamReason: "blocked_sender", suspected: false } as const;
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
