import { expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { CONFIRM_DAYS } from "#lib/domain/emails/auto-reply/confirmation";
import { disconnectTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { ListSubmissionsQuery, Submission } from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { getUsage } from "#lib/domain/usage/get-usage";
import { callApi, dataOf } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { postVisit, submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  ADA,
  askToConfirm,
  createConfirmForm,
  createWaiting,
  FROM,
  kindsOf,
  linkOf,
  openLink,
  press,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { contextAt, createToken } from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { createAutoReplyForm, passedChallenge } from "#tests/support/factories/reply-factories";

const DAY_MS = 86_400_000;

const deliveriesOf = (submissionId: string) =>
  db().delivery.findMany({ where: { submissionId }, orderBy: { id: "asc" } });

async function listedIds(ctx: Context, query: object): Promise<string[]> {
  const { data } = await listSubmissions(ctx, ListSubmissionsQuery.parse(query));
  return data.map(({ id }) => id);
}

/** Moves the time at which a waiting message was sent. */
async function sentBefore(id: string, ms: number): Promise<void> {
  await pool().query(
    `UPDATE submissions SET received_at = received_at - $2 * interval '1 ms',
      confirmation_requested_at = confirmation_requested_at - $2 * interval '1 ms',
      expires_at = expires_at - $2 * interval '1 ms' WHERE id = $1`,
    [id, ms],
  );
}

test("a message with an address waits outside all folders, lists, searches, and counts, and only the visitor is emailed", async () => {
  const { workspace, ctx, id } = await createWaiting();
  for (const folder of ["inbox", "archive", "spam", "all"])
    for (const query of [{}, { search: "hello" }, { order: "asc" }])
      expect(await listedIds(ctx, { folder, ...query })).toEqual([]);
  expect(await getUsage(ctx)).toMatchObject({ accepted: 1, folders: {} });
  expect(await deliveriesOf(id)).toMatchObject([
    { kind: "confirmation", email: ADA, recipientId: null, status: "queued" },
  ]);
  const token = await createToken(workspace);
  const read = dataOf(await callApi("GET", `/v1/submissions/${id}`, { token }), 200, Submission);
  expect(read).toMatchObject({
    confirmation: {
      status: "waiting",
      requestedAt: read.receivedAt,
      confirmedAt: null,
      address: null,
    },
    notificationPlan: { recipients: [], reason: "waiting" },
    expiresAt: read.receivedAt + CONFIRM_DAYS * DAY_MS,
  });
});

test("a message with an address is listed with waiting=true, in its own workspace only", async () => {
  const [{ ctx, form, id }, other] = [await createWaiting(), await createWaiting()];
  const usual = await sendMessage(form, { message: "no address" });
  const waiting = { waiting: "true" };
  expect(await listedIds(ctx, waiting)).toEqual([id]);
  expect(await listedIds(ctx, { ...waiting, search: "hello", formId: form.id })).toEqual([id]);
  expect(await listedIds(ctx, { ...waiting, formId: other.form.id })).toEqual([]);
  expect(await listedIds(ctx, { waiting: "false" })).toEqual([usual]);
  await expectRejection(getSubmission(ctx, other.id), "not_found");
});

test("a message arrives as usual where nothing is to be confirmed", async () => {
  const { ctx, form } = await createConfirmForm();
  for (const fields of [
    { message: "no address", email: "" },
    { message: "not one", email: "nobody" },
  ]) {
    const id = await sendMessage(form, fields);
    expect(await getSubmission(ctx, id)).toMatchObject({ folder: "inbox", confirmation: null });
    expect(await kindsOf(id)).toEqual(["notification", "submission.created"]);
  }
});

test("a message with an address arrives as usual once the widget is off or disconnected, as auto-replies stop then", async () => {
  const { ctx, form } = await createConfirmForm();
  await disconnectTurnstile(ctx, form.id);
  for (const widget of [null, { enabled: false }]) {
    if (widget) await createVerifiedWidget(form.id, widget);
    const json = { email: ADA, message: "Hello" };
    const id = await submitTo(form, json);
    expect(await getSubmission(ctx, id)).toMatchObject({ folder: "inbox", confirmation: null });
  }
});

test("a message with an address goes to spam if it's caught, without an email, and the response doesn't tell", async () => {
  const { ctx, form } = await createConfirmForm();
  const usual = { email: ADA, message: "Hello" };
  const post = (fields: Record<string, string>) =>
    postVisit(form.publicKey, {
      form: { ...fields, "cf-turnstile-response": passedChallenge() },
    });
  const caught = await post({ ...usual, [form.settings.honeypot]: "x" });
  const waits = await post(usual);
  expect(caught.status).toBe(waits.status);
  expect(caught.headers.get("location")).toBe(waits.headers.get("location"));
  const [spam = ""] = await listedIds(ctx, { folder: "spam" });
  expect(await getSubmission(ctx, spam)).toMatchObject({
    confirmation: null,
    deliveries: [],
  });
});

test("the link shows the first words and one button in the visitor's language, and changes nothing", async () => {
  const { ctx, id, url } = await createWaiting();
  const page = await openLink(url, { "accept-language": "de" });
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('<form class="single" method="post" action="/confirm-message">');
  expect(text.match(/<button/g)).toHaveLength(1);
  expect(text).toContain("Meine Nachricht senden");
  expect(text).toContain("<bdi>“Hello…”</bdi>");
  expect(await getSubmission(ctx, id)).toMatchObject({ confirmation: { status: "waiting" } });
  expect(await kindsOf(id)).toEqual(["confirmation"]);
});

test("the link is in the language of the form's pages, as its email was", async () => {
  const { url } = await createWaiting({ language: "ja" });
  const headers = { "accept-language": "de" };
  for (const page of [await openLink(url, headers), await press(url, FROM, "de")])
    expect(await page.text()).toContain('<html lang="ja">');
  expect(await (await openLink(`${url}x`, headers)).text()).toContain('<html lang="de">');
});

test("the link's button starts everything an accepted message starts, and pressing again changes nothing", async () => {
  const { ctx, recipient, id, url } = await createWaiting();
  await sentBefore(id, DAY_MS);
  const before = await getSubmission(ctx, id);
  const triggers = drainTriggerCount();
  for (const answer of [await press(url), await press(url, "192.0.2.1"), await openLink(url)]) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Your message was received");
  }
  // What it queued leaves right after the response, not with the next scheduled drain.
  expect(drainTriggerCount()).toBe(triggers + 1);
  const message = await getSubmission(ctx, id);
  expect(message).toMatchObject({
    folder: "inbox",
    confirmation: {
      status: "confirmed",
      requestedAt: before.receivedAt,
      confirmedAt: message.receivedAt,
      address: FROM,
    },
    notificationPlan: { reason: "form_recipients", recipients: [{ id: recipient.id }] },
    expiresAt: null,
  });
  expect(await kindsOf(id)).toEqual(["confirmation", "notification", "submission.created"]);
  const event = (await deliveriesOf(id)).find(({ kind }) => kind === "submission.created");
  expect(JSON.parse(event?.body ?? "")).toMatchObject({
    data: { submission: { id, receivedAt: message.receivedAt, fields: { message: "Hello" } } },
  });
  expect(await getUsage(ctx)).toMatchObject({ accepted: 1, folders: { inbox: 1 } });
});

test("a poller that has read on gets the message when it's confirmed", async () => {
  const { ctx, form, id, url } = await createWaiting();
  const later = await sendMessage(form, { message: "no address" });
  const poll = (cursor?: string) =>
    listSubmissions(ctx, ListSubmissionsQuery.parse({ order: "asc", cursor }));
  const first = await poll();
  expect(first.data.map((one) => one.id)).toEqual([later]);
  await press(url);
  const next = await poll(first.resumeCursor ?? "");
  expect(next.data.map((one) => one.id)).toEqual([id]);
});

test("of concurrent presses, one starts everything", async () => {
  const { id, url } = await createWaiting();
  const answers = await Promise.all(Array.from({ length: 6 }, () => press(url)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await kindsOf(id)).toEqual(["confirmation", "notification", "submission.created"]);
});

test("the link sends the auto-reply that the visitor asked for, although the confirmation was an email too", async () => {
  const { workspace, form } = await createAutoReplyForm();
  await askToConfirm(workspace, form);
  const asked = await sendMessage(form, { email: ADA, message: "1", _service_autoreply: "true" });
  const other = await sendMessage(form, { email: "eve@example.com", message: "2" });
  expect(await kindsOf(asked)).toEqual(["confirmation"]);
  for (const id of [asked, other]) await press(await linkOf(workspace, id));
  expect(await kindsOf(asked)).toEqual(["confirmation", "visitor_reply"]);
  expect(await kindsOf(other)).toEqual(["confirmation"]);
  const { visitorReply } = await getSubmission(workspace.ctx, other);
  expect(visitorReply).toEqual({ status: "not_eligible", reason: "no_consent" });
});

test("the link works for 7 days", async () => {
  const { workspace, id, url } = await createWaiting();
  await sentBefore(id, CONFIRM_DAYS * DAY_MS - 60_000);
  expect(await (await openLink(url)).text()).toContain("<button");
  await sentBefore(id, 60_000);
  for (const answer of [await openLink(url), await press(url)]) {
    expect(answer.status).toBe(410);
    expect(await answer.text()).not.toContain("<button");
  }
  expect(await kindsOf(id)).toEqual(["confirmation"]);
  const ctx = contextAt(workspace, new Date());
  await expectRejection(getSubmission(ctx, id), "not_found");
});

test("a changed token, or another workspace's message, confirms nothing", async () => {
  const [{ workspace, ctx, id, url }, other] = [await createWaiting(), await createWaiting()];
  const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
  const bytes = Buffer.from(tokenOf(url), "base64url");
  const theirs = Buffer.from(other.id.replaceAll("-", ""), "hex");
  const mixed = Buffer.concat([bytes.subarray(0, 16), theirs, bytes.subarray(32)]);
  for (const token of ["", "unknown", mixed.toString("base64url"), `${tokenOf(url)}=`])
    expect((await press(url.replace(/token=.*/, `token=${token}`))).status).toBe(404);
  expect((await press(await linkOf(workspace, other.id))).status).toBe(410);
  expect(await getSubmission(ctx, id)).toMatchObject({ confirmation: { status: "waiting" } });
  expect(await kindsOf(other.id)).toEqual(["confirmation"]);
});
