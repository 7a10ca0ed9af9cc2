import { beforeEach, describe, expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { CONFIRM_DAYS } from "#lib/domain/emails/auto-reply/confirmation";
import { optOutAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { getSampleEvents } from "#lib/domain/endpoints/events";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { updateForm } from "#lib/domain/forms/update-form";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import { findPerson } from "#lib/domain/submissions/person/find-person";
import { erasePerson, exportPerson } from "#lib/domain/submissions/person/person-data";
import { releaseHeld } from "#lib/domain/submissions/release-held";
import { ListSubmissionsQuery } from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { getUsage } from "#lib/domain/usage/get-usage";
import { forWeb } from "#lib/entry/http/http-types";
import { showThanks } from "#lib/entry/intake/hosted-form";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { postVisit } from "#tests/support/contract/intake";
import {
  ADA,
  askToConfirm,
  createConfirmForm,
  createWaiting,
  kindsOf,
  linkOf,
  openLink,
  press,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { maintain } from "#tests/support/factories/maintain";
import { countAccepted } from "#tests/support/factories/message-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { textOf } from "#tests/support/factories/page-text";
import { createAutoReplyForm, passedChallenge } from "#tests/support/factories/reply-factories";
import { createTestClock } from "#tests/support/twins/test-clock";

process.env.DEFAULT_PLAN = "starter";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

beforeEach(emptyOutbox);

const ALL_KINDS = ["confirmation", "notification", "submission.created"];

describe("the limits of emails to visitors", () => {
  test("each message has a link of its own, which confirms no other one from the same address", async () => {
    const { workspace, ctx, form } = await createConfirmForm();
    const own = await sendMessage(form);
    const forged = await sendMessage(form, { email: "ADA@example.com", message: "I agree" });
    for (const id of [own, forged]) expect(await kindsOf(id)).toEqual(["confirmation"]);
    await press(await linkOf(workspace, own));
    expect(await kindsOf(own)).toEqual(ALL_KINDS);
    expect(await kindsOf(forged)).toEqual(["confirmation"]);
    const { confirmation } = await getSubmission(ctx, forged);
    expect(confirmation).toMatchObject({ status: "waiting", confirmedAt: null, address: null });
    const used = await openLink(await linkOf(workspace, own));
    expect(await used.text()).not.toContain("<button");
    await press(await linkOf(workspace, forged));
    expect(await kindsOf(forged)).toEqual(ALL_KINDS);
  });

  test("an address gets three emails an hour over all forms and workspaces, and a message beyond them waits for the owner", async () => {
    const forms = [await createConfirmForm(), await createConfirmForm(), await createConfirmForm()];
    for (const [index, { form }] of forms.entries()) {
      const id = await sendMessage(form, { email: `ada+${index}@Example.com`, message: "Hello" });
      expect(await kindsOf(id)).toEqual(["confirmation"]);
    }
    const { ctx, form } = await createConfirmForm({}, { forgets: false });
    const beyond = await sendMessage(form);
    expect(await kindsOf(beyond)).toEqual([]);
    const query = ListSubmissionsQuery.parse({ waiting: "true" });
    expect((await listSubmissions(ctx, query)).data.map(({ id }) => id)).toEqual([beyond]);
    const other = await sendMessage(form, { email: "eve@example.com", message: "x" });
    expect(await kindsOf(other)).toEqual(["confirmation"]);
  });

  test("a message from an address that unsubscribed waits without an email, and can be taken in by hand", async () => {
    const { workspace, ctx, form } = await createConfirmForm();
    await updateForm(ctx, form.id, { settings: { messageRetentionDays: 30 } });
    await optOutAddress(ctx, ADA);
    const id = await sendMessage(form);
    expect(await kindsOf(id)).toEqual([]);
    const waiting = await getSubmission(ctx, id);
    expect(waiting.confirmation).toMatchObject({ status: "waiting" });
    expect(waiting.expiresAt).toBe(waiting.receivedAt + CONFIRM_DAYS * DAY_MS);
    await updateSubmission(ctx, id, { folder: "inbox" });
    expect(await getSubmission(ctx, id)).toMatchObject({
      folder: "inbox",
      confirmation: { status: "waiting" },
      expiresAt: waiting.receivedAt + 30 * DAY_MS,
    });
    expect(await getUsage(ctx)).toMatchObject({ folders: { inbox: 1 } });
    await press(await linkOf(workspace, id));
    expect(await getSubmission(ctx, id)).toMatchObject({
      confirmation: { status: "confirmed" },
      receivedAt: waiting.receivedAt,
    });
    expect(await kindsOf(id)).toEqual([]);
  });
});

test("beyond the allowance, a confirmed message is held and goes out with the others", async () => {
  const { workspace, ctx, form } = await createConfirmForm();
  await countAccepted(workspace, 1_000);
  const id = await sendMessage(form);
  expect(await kindsOf(id)).toEqual(["confirmation"]);
  const now = new Date();
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 1));
  await press(await linkOf(workspace, id));
  expect(await getSubmission(ctx, id)).toMatchObject({
    folder: "inbox",
    heldReason: "allowance",
    notificationPlan: { reason: "held" },
  });
  const waiting = await sendMessage(form, { email: "eve@example.com", message: "x" });
  await releaseHeld(createTestClock(nextMonth));
  expect(await kindsOf(id)).toEqual(ALL_KINDS);
  expect(await kindsOf(waiting)).toEqual(["confirmation"]);
});

test("beyond the allowance, a confirmed message gets no auto-reply although its visitor asked for one", async () => {
  const { workspace, form } = await createAutoReplyForm();
  await askToConfirm(workspace, form);
  await countAccepted(workspace, 1_000);
  const fields = { email: ADA, message: "Hello", _service_autoreply: "true" };
  const id = await sendMessage(form, fields);
  await press(await linkOf(workspace, id));
  expect(await kindsOf(id)).toEqual(["confirmation"]);
  const { visitorReply } = await getSubmission(workspace.ctx, id);
  expect(visitorReply).toEqual({ status: "suppressed", reason: "held" });
});

test("after 7 days, maintenance deletes what still waits, with its email, and nothing else", async () => {
  const { workspace, ctx, form, id } = await createWaiting();
  const confirmed = await sendMessage(form, { email: "eve@example.com", message: "x" });
  await press(await linkOf(workspace, confirmed));
  const { receivedAt } = await getSubmission(ctx, id);
  const end = receivedAt + CONFIRM_DAYS * DAY_MS;
  const left = () => db().submission.findMany({ where: { formId: form.id } });
  await maintain(new Date(end - 60_000));
  expect(await left()).toHaveLength(2);
  await maintain(new Date(end));
  expect((await left()).map((one) => one.id)).toEqual([confirmed]);
  expect(await kindsOf(id)).toEqual([]);
  const { rows } = await pool().query(
    "SELECT sum(total)::int AS total FROM message_counts WHERE form_id = $1 AND folder = 'waiting'",
    [form.id],
  );
  expect(rows).toEqual([{ total: 0 }]);
});

test("a form's shorter retention counts while a message waits", async () => {
  const { ctx, form } = await createConfirmForm();
  await updateForm(ctx, form.id, { settings: { messageRetentionDays: 1 } });
  const { expiresAt, receivedAt } = await getSubmission(ctx, await sendMessage(form));
  expect(expiresAt).toBe(receivedAt + DAY_MS);
});

test("what someone moved to spam isn't confirmed by its link, and its email isn't sent", async () => {
  const { ctx, id, url } = await createWaiting();
  await updateSubmission(ctx, id, { folder: "spam" });
  expect((await press(url)).status).toBe(410);
  expect(await getSubmission(ctx, id)).toMatchObject({
    folder: "spam",
    spamReason: "manual",
    confirmation: { status: "waiting" },
    deliveries: [{ kind: "confirmation", status: "cancelled" }],
  });
});

test("webhook replays, sample events, and the offer to send leave out what waits", async () => {
  const { ctx, form, id } = await createWaiting();
  const period = { from: Date.now() - HOUR_MS, to: Date.now() + HOUR_MS, status: "all" } as const;
  expect(await replayWebhook(ctx, form.id, period)).toEqual({ queued: 0 });
  const samples = await getSampleEvents(ctx, form.id);
  expect(samples.map(({ data }) => data.submission.id)).not.toContain(id);
  const asked = { folder: "inbox", email: true, event: true } as const;
  expect(await markNotSpam(ctx, id, asked)).toMatchObject({ notified: [], event: "none" });
});

test("finding, exporting, and erasing a person include what waits, and its captured email", async () => {
  const { ctx, id, url } = await createWaiting();
  await drainOutbox();
  expect(await findPerson(ctx, { email: ADA })).toMatchObject({
    messages: 1,
    emails: 1,
    capturedEmails: 1,
  });
  const exported = await new Response(await exportPerson(ctx, { email: ADA })).json();
  expect(exported).toMatchObject({
    messages: [{ id, confirmation: { status: "waiting" } }],
    capturedEmails: [{ kind: "confirmation" }],
  });
  const { erased } = await erasePerson(ctx, { email: ADA });
  expect(erased).toMatchObject({ messages: 1, capturedEmails: 1 });
  expect((await press(url)).status).toBe(410);
  const query = ListSubmissionsQuery.parse({ waiting: "true" });
  expect((await listSubmissions(ctx, query)).data).toEqual([]);
});

test("the thank-you page says that a button has to be pressed, in the visitor's language and beside the owner's words", async () => {
  const { form } = await createConfirmForm({ thanksText: "We answer soon." });
  const post = (headers: Record<string, string>) =>
    postVisit(form.publicKey, {
      form: { email: ADA, message: "Hello", "cf-turnstile-response": passedChallenge() },
      headers,
    });
  const location = (await post({})).headers.get("location") ?? "";
  expect(location).toBe(`/f/${form.publicKey}/thanks?confirm=1`);
  const open = async (path: string) => {
    const request = new Request(`http://localhost:3000${path}`, {
      headers: { "accept-language": "nl" },
    });
    return textOf(await (await forWeb(showThanks)(request, form.publicKey)).text());
  };
  expect(await open(location)).toContain("klik op de knop in de e-mail");
  expect(await open(location)).toContain("maar een paar e-mails per uur");
  expect(await open(location)).toContain("We answer soon.");
  expect(await open(`/f/${form.publicKey}/thanks`)).not.toContain("klik op de knop");
  const fragment = await (await post({ "hx-request": "true", "accept-language": "fr" })).text();
  expect(fragment).toContain("appuyez sur le bouton");
});
