import { expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { deleteSubmissions } from "#lib/domain/submissions/delete-submissions";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import { releaseHeld } from "#lib/domain/submissions/release-held";
import { restoreSubmissions } from "#lib/domain/submissions/restore-submissions";
import { ListSubmissionsQuery } from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission, updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { getAllowanceState, getUsage } from "#lib/domain/usage/get-usage";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { acceptedId, openPage, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { holdLocks, untilWaiting } from "#tests/support/drills/lock-waits";
import { createOwnForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { countAccepted } from "#tests/support/factories/message-factories";
import { askForReply, createAutoReplyForm } from "#tests/support/factories/reply-factories";
import { createTestClock } from "#tests/support/twins/test-clock";

process.env.DEFAULT_PLAN = "starter";

/** A form with a recipient and a webhook, whose workspace has accepted so many of 1,000 messages this month. */
async function formAfter(accepted: number) {
  const uploads = { enabled: true, retentionDays: 1 };
  const { workspace, ctx, recipient, form } = await createOwnForm({ settings: { uploads } });
  await createWebhook(workspace, form);
  await countAccepted(workspace, accepted);
  const post = (fields: Record<string, string>) => postVisit(form.publicKey, { json: fields });
  const send = async (message: string) => acceptedId(await post({ message }));
  const deliveries = () =>
    db().delivery.findMany({
      where: { workspaceId: workspace.id, submissionId: { not: null } },
      orderBy: { id: "asc" },
    });
  return { workspace, ctx, recipient, form, post, send, deliveries };
}

/** Runs the release as of the first minute of the next month, for all workspaces of this file. */
function releaseNextMonth(): Promise<number> {
  const now = new Date();
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 1);
  return releaseHeld(createTestClock(new Date(at)));
}

test("beyond the allowance, a submission is thanked, stored, listed, and counted, but not replayed, and only owners are emailed", async () => {
  const { ctx, form, send, deliveries } = await formAfter(1_000);
  const id = await send("the 1,001st");
  expect(await getSubmission(ctx, id)).toMatchObject({
    folder: "inbox",
    heldReason: "allowance",
    notificationPlan: { recipients: [], reason: "held", ruleId: null, ruleName: null },
    deliveries: [],
  });
  expect(await deliveries()).toEqual([]);
  const { data } = await listSubmissions(ctx, ListSubmissionsQuery.parse({ search: "1,001st" }));
  expect(data.map((item) => item.id)).toEqual([id]);
  expect(await getUsage(ctx)).toMatchObject({ accepted: 1_001, held: 1, folders: { inbox: 1 } });
  expect(await getAllowanceState(ctx)).toMatchObject({ held: 1, isFull: false });
  const where = { workspaceId: ctx.workspaceId, kind: "allowance" };
  expect(await db().delivery.count({ where })).toBe(1);
  const hour = 3_600_000;
  const period = { from: Date.now() - hour, to: Date.now() + hour, status: "all" } as const;
  expect(await replayWebhook(ctx, form.id, period)).toEqual({ queued: 0 });
});

test("pages say from 80% on how much of the allowance is used, and nothing before", async () => {
  const before = await formAfter(799);
  expect(await getAllowanceState(before.ctx)).toBeNull();
  const near = await formAfter(828);
  expect(await getAllowanceState(near.ctx)).toMatchObject({
    usedPercent: 82,
    held: 0,
    heldSince: null,
    isFull: false,
  });
  const usedUp = await formAfter(1_000);
  expect(await getAllowanceState(usedUp.ctx)).toMatchObject({ usedPercent: 100, held: 0 });
});

test("concurrent submissions up to the allowance are sent, and all others held", async () => {
  const { ctx, send } = await formAfter(990);
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => send(`number ${n}`)));
  const submissions = await Promise.all(ids.map((id) => getSubmission(ctx, id)));
  const held = submissions.filter(({ heldReason }) => heldReason !== null);
  expect(held).toHaveLength(20);
  expect(held.every(({ deliveries }) => deliveries.length === 0)).toBe(true);
  expect(await getUsage(ctx)).toMatchObject({ accepted: 1_020, held: 20 });
});

test("past twice the allowance, submissions are rejected, and their files aren't written", async () => {
  const { workspace, ctx, form } = await formAfter(2_000);
  const rejected = await postVisit(form.publicKey, {
    multipart: [{ name: "file", filename: "a.txt", content: "text" }],
    headers: { accept: "application/json" },
  });
  expect(await rejectionCode(rejected)).toBe("allowance_exceeded");
  expect(await db().storedObject.count({ where: { workspaceId: workspace.id } })).toBe(0);
  const page = await openPage(showHostedForm, form.publicKey);
  expect(page.status).toBe(429);
  const text = await page.text();
  expect(text).toContain("can’t accept messages right now");
  expect(text).not.toContain("<textarea");
  expect(await getAllowanceState(ctx)).toMatchObject({ held: 0, heldSince: null, isFull: true });
});

test("two processes that accept at the same time don't exceed twice the allowance", async () => {
  const { workspace, form, post } = await formAfter(1_999);
  // Another process has counted the last allowed message but not yet committed.
  const lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  const other = await holdLocks(lock, [`allowance:${workspace.id}`]);
  const day = new Date().toISOString().slice(0, 10);
  await other.query("INSERT INTO usage_slots VALUES ($1, $2, 15, 1, 0)", [workspace.id, day]);
  const submission = post({ message: "one too many" });
  await untilWaiting(submission);
  await other.query("COMMIT");
  expect(await rejectionCode(await submission)).toBe("allowance_exceeded");
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
});

test("the release sends notifications and events when the next month begins, oldest first", async () => {
  const { ctx, recipient, send, deliveries } = await formAfter(1_000);
  const ids = [await send("first"), await send("second")];
  await releaseHeld();
  expect(await deliveries()).toEqual([]);
  await releaseNextMonth();
  const queued = await deliveries();
  expect(queued.filter(({ channel }) => channel === "email")).toMatchObject(
    ids.map((submissionId) => ({ submissionId, email: recipient.email, status: "queued" })),
  );
  const events = queued.filter(({ channel }) => channel === "webhook");
  expect(events.map(({ submissionId }) => submissionId)).toEqual(ids);
  expect(JSON.parse(events[0]?.body ?? "")).toMatchObject({
    id: events[0]?.dedupeKey,
    data: { submission: { id: ids[0], fields: { message: "first" } } },
  });
  for (const id of ids)
    expect(await getSubmission(ctx, id)).toMatchObject({
      heldReason: null,
      notificationPlan: { reason: "form_recipients", recipients: [{ email: recipient.email }] },
    });
  expect(await getUsage(ctx)).toMatchObject({ held: 0, accepted: 1_002 });
  await releaseNextMonth();
  expect(await deliveries()).toHaveLength(queued.length);
});

test("a release sends the messages held last month, but not those over this month's allowance", async () => {
  const { ctx, send, deliveries } = await formAfter(1_000);
  const [earlier, later] = [await send("last month"), await send("this month")];
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  await db().submission.updateMany({
    where: { workspaceId: ctx.workspaceId, id: earlier },
    data: { receivedAt: lastMonth },
  });
  await releaseHeld();
  const submissionIds = (await deliveries()).map(({ submissionId }) => submissionId);
  expect(submissionIds).toEqual([earlier, earlier]);
  expect(await getSubmission(ctx, later)).toMatchObject({ heldReason: "allowance" });
  expect((await getUsage(ctx)).held).toBe(1);
});

test("the release sends no auto-reply", async () => {
  const { workspace, form } = await createAutoReplyForm();
  await countAccepted(workspace, 1_000);
  const id = await askForReply(form, "ada@example.com");
  const { ctx } = workspace;
  const visitorReply = { status: "suppressed", reason: "held" };
  expect(await getSubmission(ctx, id)).toMatchObject({ visitorReply, deliveries: [] });
  await releaseNextMonth();
  expect(await getSubmission(ctx, id)).toMatchObject({ visitorReply, deliveries: [] });
});

test("the release of held messages comes with a larger plan, as soon as this month's messages fit", async () => {
  const { ctx, send, deliveries } = await formAfter(1_000);
  await send("held");
  await updateWorkspace(ctx, { plan: "team" });
  await releaseHeld();
  expect((await getUsage(ctx)).held).toBe(0);
  expect(await deliveries()).toHaveLength(2);
});

test("of two releases at once, and after one that failed, each message goes out once", async () => {
  const { send, deliveries } = await formAfter(1_000);
  for (let n = 0; n < 5; n += 1) await send(`number ${n}`);
  await pool().query(
    "ALTER TABLE deliveries ADD CONSTRAINT no_events CHECK (channel = 'email') NOT VALID",
  );
  await expect(releaseNextMonth()).rejects.toThrow();
  await pool().query("ALTER TABLE deliveries DROP CONSTRAINT no_events");
  expect(await deliveries()).toEqual([]);
  await Promise.all([releaseNextMonth(), releaseNextMonth(), releaseNextMonth()]);
  expect(await deliveries()).toHaveLength(10);
});

test("the release leaves out submissions that were deleted, expired, or moved to spam", async () => {
  const { ctx, send, deliveries } = await formAfter(1_000);
  const [deleted, expired, spam] = [await send("a"), await send("b"), await send("c")];
  await deleteSubmissions(ctx, [deleted]);
  await db().submission.updateMany({
    where: { workspaceId: ctx.workspaceId, id: expired },
    data: { expiresAt: new Date() },
  });
  await updateSubmission(ctx, spam, { folder: "spam" });
  expect((await getUsage(ctx)).held).toBe(1);
  await releaseNextMonth();
  expect(await deliveries()).toEqual([]);
  expect(await getSubmission(ctx, spam)).toMatchObject({ heldReason: null });
});

test("a held message that was moved to spam can be sent from there, and Undo holds it again", async () => {
  const { ctx, send, deliveries } = await formAfter(1_000);
  const id = await send("hello");
  const asked = { folder: "inbox", email: true, event: true } as const;
  expect(await markNotSpam(ctx, id, asked)).toMatchObject({ notified: [], event: "none" });
  const before = { id, folder: "inbox", read: false, spamReason: null, suspected: false } as const;
  await updateSubmissions(ctx, [id], { folder: "spam" });
  await restoreSubmissions(ctx, [before]);
  expect(await getSubmission(ctx, id)).toMatchObject({ folder: "inbox", heldReason: "allowance" });
  expect((await getUsage(ctx)).held).toBe(1);
  await updateSubmissions(ctx, [id], { folder: "spam" });
  await markNotSpam(ctx, id, { folder: "inbox", email: true, event: true });
  await releaseNextMonth();
  expect(await deliveries()).toHaveLength(2);
});
