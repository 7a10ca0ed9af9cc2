import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { optOutAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { recordEmailReport } from "#lib/domain/emails/report-email";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { deleteSubmissions } from "#lib/domain/submissions/delete-submissions";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { REPLY_LIMITS, type SendReplyInput } from "#lib/domain/submissions/replies/reply-schema";
import { listReplies, sendReply, undoReply } from "#lib/domain/submissions/replies/send-reply";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { quoteWords } from "#lib/entry/visitor-pages/words/page-texts";
import { callApi } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  contextAt,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { dueNotification } from "#tests/support/factories/outbox-state";
import { setUpSmtpEmail } from "#tests/support/twins/live-email";
import { START } from "#tests/support/twins/test-clock";

const live = setUpSmtpEmail();
const WRITTEN = { email: "grace@example.com", message: "Good morning" };

/** A message from Ada whose notification was sent, and her workspace's owner. */
async function notifiedMessage() {
  const { workspace, clock, deliveryId, submissionId: id } = await dueNotification();
  await drainOutbox(clock);
  const at = (seconds: number) => contextAt(workspace, new Date(START.getTime() + seconds * 1000));
  const reply = (seconds: number, input: Partial<SendReplyInput> = {}) =>
    sendReply(at(seconds), id, { text: "Hello Ada,\nyes.", ...input }, quoteWords);
  return { workspace, clock, deliveryId, id, at, reply };
}

const header = (content: string, name: string) =>
  new RegExp(`^${name}: ((?:.*)(?:\\r\\n[ \\t].*)*)\\r$`, "m")
    .exec(content)?.[1]
    ?.replaceAll(/\s+/g, " ");

test("a reply goes to the visitor after ten seconds, from the form, and its answer to the member", async () => {
  const { workspace, clock, id, at, reply } = await notifiedMessage();
  await db().user.update({ where: { id: workspace.user.id }, data: { name: "Grace" } });
  const sent = await reply(60);
  expect(sent).toMatchObject({
    email: "ada@example.com",
    replyTo: workspace.user.email,
    author: { id: workspace.user.id, name: "Grace" },
    status: "queued",
    undoUntil: at(70).now.getTime(),
  });
  clock.advance(69_000);
  expect(await drainOutbox(clock)).toMatchObject({ sent: 0 });
  clock.advance(1_000);
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  const [notification = "", email = ""] = live.twin.accepted.map(({ content }) => content);
  expect(live.twin.accepted[1]).toMatchObject({ to: ["ada@example.com"] });
  expect(header(email, "From")).toMatch(/^"?Contact"? <forms@example\.com>$/);
  expect(header(email, "Reply-To")).toBe(`Grace <${workspace.user.email}>`);
  expect(header(email, "Subject")).toBe(`Re: ${header(notification, "Subject")}`);
  expect(header(email, "In-Reply-To")).toBe(header(notification, "Message-ID"));
  expect(header(email, "References")).toBe(header(notification, "Message-ID"));
  expect(email).not.toMatch(/^(Auto-Submitted|List-Unsubscribe):/m);
  expect(email).toContain("Hello Ada,\r\nyes.\r\n\r\nOn November 21, 2026, you wrote:\r\n> ");
  expect(await getSubmission(workspace.ctx, id)).toMatchObject({
    answeredAt: at(60).now.getTime(),
    answeredBy: { name: "Grace" },
  });
  expect(await listReplies(workspace.ctx, id)).toMatchObject([{ status: "sent", undoUntil: null }]);
});

test("a reply that is taken back in time isn't sent, and the message isn't answered", async () => {
  const { workspace, clock, id, at, reply } = await notifiedMessage();
  const { id: replyId } = await reply(60);
  await undoReply(at(69), id, replyId);
  clock.advance(120_000);
  expect(await drainOutbox(clock)).toMatchObject({ claimed: 0 });
  expect(await listReplies(workspace.ctx, id)).toEqual([]);
  expect(await getSubmission(workspace.ctx, id)).toMatchObject({
    answeredAt: null,
    answeredBy: null,
  });
});

test("taking a reply back leaves an answer from before", async () => {
  const { workspace, id, at, reply } = await notifiedMessage();
  await updateSubmission(at(30), id, { answered: true });
  const { id: replyId } = await reply(60);
  await undoReply(at(61), id, replyId);
  expect(await getSubmission(workspace.ctx, id)).toMatchObject({
    answeredAt: at(30).now.getTime(),
  });
});

test("a reply that was sent can't be taken back", async () => {
  const { clock, id, at, reply } = await notifiedMessage();
  const { id: replyId } = await reply(60);
  clock.advance(71_000);
  await drainOutbox(clock);
  await expectRejection(undoReply(at(72), id, replyId), "reply_sent");
});

test("a second reply follows the first one", async () => {
  const { clock, reply } = await notifiedMessage();
  await reply(60);
  clock.advance(71_000);
  await drainOutbox(clock);
  await reply(80);
  clock.advance(20_000);
  await drainOutbox(clock);
  const [notification = "", first = "", second = ""] = live.twin.accepted.map((one) => one.content);
  const ids = [header(first, "Message-ID"), header(notification, "Message-ID")];
  expect(header(second, "References")).toBe(ids.join(" "));
});

test("a reply that failed is sent again with what it quotes", async () => {
  const { clock, id, at, reply } = await notifiedMessage();
  const { id: replyId } = await reply(60);
  live.twin.failNext({ at: "recipient", code: 550 }, { at: "recipient", code: 550 });
  clock.advance(71_000);
  expect(await drainOutbox(clock)).toMatchObject({ failed: 1 });
  live.twin.reset();
  await retryEmail(at(200), id, replyId, { acknowledgePossibleDuplicate: false });
  clock.advance(200_000);
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  expect(live.twin.accepted[0]?.content).toContain("you wrote:");
});

test("a move to spam doesn't hold back what a person has sent", async () => {
  const { clock, id, at, reply } = await notifiedMessage();
  await reply(60);
  await updateSubmission(at(62), id, { folder: "spam" });
  clock.advance(71_000);
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
});

test("whoever opted out isn't written to, and an opt-out meanwhile cancels the reply", async () => {
  const { workspace, clock, id, at, reply } = await notifiedMessage();
  await reply(60);
  await optOutAddress(at(65), "Ada@example.com");
  clock.advance(71_000);
  expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
  expect(await listReplies(workspace.ctx, id)).toMatchObject([{ status: "cancelled" }]);
  await expectRejection(reply(90), "reply_not_possible");
});

test("an address from which a reply came back isn't written to again", async () => {
  const { clock, at, reply } = await notifiedMessage();
  const { id: replyId } = await reply(60);
  clock.advance(71_000);
  await drainOutbox(clock);
  const data = { providerEmailId: `provider-${replyId}` };
  await db().delivery.updateMany({ where: { id: replyId }, data });
  const report = { status: "bounced", isPermanent: true, at: at(80).now } as const;
  await recordEmailReport(data.providerEmailId, report, at(80).now);
  await expectRejection(reply(90), "reply_not_possible");
});

test("a message without an address can't be replied to", async () => {
  const { id, reply } = await notifiedMessage();
  await db().submission.updateMany({ where: { id }, data: { email: null, fields: [["a", "b"]] } });
  await expectRejection(reply(60), "reply_not_possible");
});

test("only members with a confirmed address reply, and answers go to such members alone", async () => {
  const { workspace, reply, at } = await notifiedMessage();
  const grace = await addMember(workspace, "member");
  const unconfirmed = { where: { id: grace.user.id }, data: { verifiedAt: null } };
  expect(await reply(60, { replyToMemberId: grace.user.id })).toMatchObject({
    replyTo: grace.user.email,
  });
  await db().user.update(unconfirmed);
  await expectRejection(reply(61, { replyToMemberId: grace.user.id }), "validation_failed");
  const stranger = await createWorkspace();
  await expectRejection(reply(62, { replyToMemberId: stranger.user.id }), "validation_failed");
  const { id } = await notifiedMessage();
  await expectRejection(
    sendReply({ ...grace.ctx, now: at(63).now }, id, { text: "Hello" }, quoteWords),
    "address_unconfirmed",
  );
});

test("a token replies with its own scope, and the answer goes to the notified recipient", async () => {
  const { workspace, id } = await notifiedMessage();
  const { email, ...recipient } = await createVerifiedRecipient(workspace);
  const plan = { reason: "form_recipients", ruleId: null, ruleName: null };
  const recipients = [{ id: recipient.id, email }];
  await db().submission.updateMany({ where: { id }, data: { plan: { ...plan, recipients } } });
  const path = `/v1/submissions/${id}/replies`;
  const writer = await createToken(workspace, { scopes: ["submissions:write"] });
  const body = { text: "Hello" };
  expect((await callApi("POST", path, { token: writer, body })).status).toBe(403);
  const token = await createToken(workspace, { name: "CRM", scopes: ["submissions:reply"] });
  const answer = await callApi("POST", path, { token, body });
  expect(answer.json).toMatchObject({
    data: { author: { token: "CRM" }, replyTo: email },
  });
  const { data } = answer.json as { data: { id: string } };
  expect((await callApi("DELETE", `${path}/${data.id}`, { token })).status).toBe(204);
});

test("a member sends 50 replies an hour, with many at once", async () => {
  const { workspace, id, reply, at } = await notifiedMessage();
  for (let sent = 0; sent < REPLY_LIMITS.perMember - 2; sent += 1) await reply(0);
  const results = await Promise.allSettled([60, 61, 62, 63].map((seconds) => reply(seconds)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expectRejection(reply(64), "reply_limit_reached");
  const grace = await addMember(workspace, "member");
  const others = { ...grace.ctx, now: at(65).now };
  await expect(sendReply(others, id, { text: "Hello" }, quoteWords)).resolves.toBeDefined();
  await expect(reply(3_601)).resolves.toBeDefined();
});

test("deleting a message doesn't make room for more replies", async () => {
  const { workspace, id, reply, at } = await notifiedMessage();
  const { formId } = await getSubmission(workspace.ctx, id);
  const second = await createSubmission(workspace, { id: formId }, { fields: WRITTEN });
  for (let sent = 0; sent < REPLY_LIMITS.perMember; sent += 1) await reply(60);
  await deleteSubmissions(at(61), [id]);
  await expectRejection(
    sendReply(at(62), second.id, { text: "Hello" }, quoteWords),
    "reply_limit_reached",
  );
});

test("a reply quotes by the day of the workspace's time zone", async () => {
  const { clock, at, reply } = await notifiedMessage();
  await updateWorkspace(at(1), { timeZone: "Pacific/Kiritimati" });
  await reply(60);
  clock.advance(70_000);
  await drainOutbox(clock);
  expect(live.twin.accepted[1]?.content).toContain("On November 22, 2026, you wrote:");
});

test("another workspace's messages can't be replied to, nor their replies taken back", async () => {
  const { id, reply, at } = await notifiedMessage();
  const { id: replyId } = await reply(60);
  const { ctx } = await createWorkspace();
  const stranger = { ...ctx, now: at(61).now };
  await expectRejection(sendReply(stranger, id, { text: "Hello" }, quoteWords), "not_found");
  await expectRejection(undoReply(stranger, id, replyId), "not_found");
  await expectRejection(listReplies(stranger, id), "not_found");
});

test("search finds a message by a reply to it", async () => {
  const { workspace, reply } = await notifiedMessage();
  await reply(60, { text: "We deliver on Thursday." });
  const page = await listInbox(workspace.ctx, { folder: "inbox", limit: 25, search: "thursday" });
  expect(page.data).toHaveLength(1);
});
