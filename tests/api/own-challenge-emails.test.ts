import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import type { Form } from "#lib/domain/forms/schema";
import { draftSubmission } from "#lib/domain/intake/draft-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { getSubmission } from "#lib/domain/submissions/store";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";
import { acceptedId, openPage, postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  askForChallenge,
  createChallengeForm,
  solvedChallenge,
} from "#tests/support/factories/challenge-factories";
import { kindsOf, linkOf, press } from "#tests/support/factories/confirmation-factories";
import { createVerifiedRecipient } from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import {
  forgetVisitorEmails,
  passedChallenge,
  REPLY,
} from "#tests/support/factories/reply-factories";

beforeEach(forgetVisitorEmails);

type Own = Awaited<ReturnType<typeof createChallengeForm>>;

const addressOf = (name: string) => `${name}-${newId()}@example.com`;

/** Sends a message that asks for an auto-reply; returns its ID. */
async function send(
  { ctx, form }: Pick<Own, "ctx" | "form">,
  fields: Record<string, string> = {},
  { solves = true, address = "203.0.113.7" } = {},
): Promise<string> {
  const altcha = solves ? await solvedChallenge({ ...ctx, now: new Date() }, form) : "";
  const usual = { email: addressOf("ada"), message: "Hello", _service_autoreply: "true" };
  const json = { ...usual, altcha, ...fields };
  return acceptedId(await postVisit(form.publicKey, { json, address }));
}

async function replyTo(ctx: Context, id: string) {
  return (await getSubmission(ctx, id)).visitorReply;
}

/** Makes intake read a form again. */
const touch = ({ id }: Form) =>
  db().form.updateMany({ where: { id }, data: { version: { increment: 1 } } });

const reason = (status: string, reason: string | null) => ({ status, reason });
const QUEUED = reason("queued", null);

function saveReply(ctx: Context, form: Form, replyRecipientId: string) {
  const draft = { revision: null, enabled: true, ...REPLY, replyRecipientId };
  return saveAutoresponder(ctx, form.id, draft);
}

/** A form with a verified challenge and an auto-reply. */
async function createReplyForm() {
  const own = await createChallengeForm();
  await send(own);
  const { id } = await createVerifiedRecipient(own.workspace);
  await saveReply(own.ctx, own.form, id);
  return own;
}

test("auto-replies and confirmations can't be turned on until a visitor has passed the challenge", async () => {
  const own = await createChallengeForm();
  const { ctx, form, recipient } = own;
  const page = SavePageInput.parse({ revision: null, confirmEmail: true });
  await send(own, {}, { solves: false });
  await expectRejection(saveReply(ctx, form, recipient.id), "widget_required");
  await expectRejection(savePage(ctx, form.id, page), "widget_required");
  await send(own);
  expect(await saveReply(ctx, form, recipient.id)).toMatchObject({ enabled: true });
  expect(await savePage(ctx, form.id, page)).toMatchObject({ confirmEmail: true });
});

test("a message that passed the challenge gets an auto-reply, and another one doesn't", async () => {
  const own = await createReplyForm();
  expect(await replyTo(own.ctx, await send(own))).toEqual(QUEUED);
  for (const altcha of ["", "nonsense"]) {
    const id = await send(own, { altcha }, { solves: false });
    expect(await replyTo(own.ctx, id)).toEqual(reason("not_eligible", "looks_automatic"));
    expect(await kindsOf(id)).toEqual(["notification"]);
  }
});

test("the hosted form offers the auto-reply while the challenge is on", async () => {
  const { ctx, form } = await createReplyForm();
  const page = async () => (await openPage(showHostedForm, form.publicKey)).text();
  expect(await page()).toContain("_service_autoreply");
  await askForChallenge(ctx, form, false);
  expect(await page()).not.toContain("_service_autoreply");
});

test("without a challenge, or before it's verified again, there's no auto-reply", async () => {
  const own = await createReplyForm();
  await askForChallenge(own.ctx, own.form, false);
  const off = await send(own);
  expect(await replyTo(own.ctx, off)).toEqual(reason("not_eligible", "widget_not_verified"));
  await askForChallenge(own.ctx, own.form);
  const unverified = await send(own, {}, { solves: false });
  expect(await replyTo(own.ctx, unverified)).toEqual(reason("not_eligible", "widget_not_verified"));
  expect(await replyTo(own.ctx, await send(own)), "verifies it").toEqual(QUEUED);
});

test("a message that passed a required Turnstile widget needs no challenge of our own", async () => {
  const own = await createReplyForm();
  await createVerifiedWidget(own.form.id);
  const widget = { "cf-turnstile-response": passedChallenge() };
  expect(await replyTo(own.ctx, await send(own, widget, { solves: false }))).toEqual(QUEUED);
});

test("a message with signs of spam gets no email, unless it passed the Turnstile widget", async () => {
  const { form, ctx } = await createReplyForm();
  const open = await findOpenForm(form.publicKey);
  if (!open) throw new Error("the form doesn't exist");
  const draft = (isChallengePassed: boolean, confirmEmail: boolean) =>
    draftSubmission(
      visitorContext(open, ctx.now),
      { ...open, page: { ...open.page, confirmEmail } },
      {
        fields: [["email", "ada@example.com"]],
        files: [],
        unusedFields: [],
        repeatKey: null,
        sender: { name: null, email: "ada@example.com" },
        spam: null,
        judged: null,
        replyWords: replyWords({ language: "en" }, null),
        confirmation: {
          language: "en",
          subject: "Confirm",
          text: "t",
          button: "b",
          ignore: "i",
          unsubscribe: "u",
        },
        isChallengePassed,
        ownChallenge: "passed",
        hasSignals: true,
      },
    );
  expect(await draft(false, false)).toMatchObject({
    reply_status: "not_eligible",
    reply_reason: "looks_automatic",
    reply_address: null,
  });
  expect(await draft(false, true)).toMatchObject({ folder: "inbox", reply_address: null });
  expect(await draft(true, false)).toMatchObject({ reply_status: "queued", reply_limit: null });
  expect(await draft(true, true)).toMatchObject({ folder: "waiting" });
});

test("of 24 messages at once, 20 get an email, and an hour later more do", async () => {
  const own = await createReplyForm();
  const ids = await Promise.all(
    Array.from({ length: 24 }, (_, index) => send(own, {}, { address: `198.51.100.${index}` })),
  );
  const replies = await Promise.all(ids.map((id) => replyTo(own.ctx, id)));
  const byReason = Object.groupBy(replies, (reply) => `${reply.status} ${reply.reason}`);
  expect(byReason["queued null"]).toHaveLength(20);
  expect(byReason["suppressed looks_automatic"]).toHaveLength(4);
  // By the widget, it goes on.
  await createVerifiedWidget(own.form.id);
  await touch(own.form);
  const widget = { "cf-turnstile-response": passedChallenge() };
  expect(await replyTo(own.ctx, await send(own, widget))).toEqual(QUEUED);
  await db().turnstileWidget.deleteMany({ where: { formId: own.form.id } });
  await touch(own.form);
  expect(await replyTo(own.ctx, await send(own))).toMatchObject({ reason: "looks_automatic" });
  const bucket = `visitor-emails:form:${own.form.id}`;
  const before = new Date(Date.now() - 3_600_001);
  await db().countedEvent.updateMany({ where: { bucket }, data: { at: before } });
  expect(await replyTo(own.ctx, await send(own))).toEqual(QUEUED);
});

test("a double click with one solution is one message, which gets its auto-reply", async () => {
  const own = await createReplyForm();
  for (let time = 0; time < 5; time += 1) {
    const altcha = await solvedChallenge({ ...own.ctx, now: new Date() }, own.form);
    const json = { email: addressOf("grace"), message: "Hello", _service_autoreply: true, altcha };
    const post = { json, headers: { "idempotency-key": newId() } };
    const click = async () => acceptedId(await postVisit(own.form.publicKey, post));
    const [first, second] = await Promise.all([click(), click()]);
    expect(second).toBe(first);
    expect(await replyTo(own.ctx, first)).toEqual(QUEUED);
  }
});

/** A form whose visitors confirm, by its own challenge alone. */
async function createConfirmForm() {
  const own = await createReplyForm();
  const page = SavePageInput.parse({ revision: null, confirmEmail: true });
  await savePage(own.ctx, own.form.id, page);
  return own;
}

test("a message that passed the challenge waits for its visitor, and its auto-reply follows the confirmation", async () => {
  const own = await createConfirmForm();
  const id = await send(own);
  expect(await getSubmission(own.ctx, id)).toMatchObject({ confirmation: { status: "waiting" } });
  expect(await kindsOf(id)).toEqual(["confirmation"]);
  await press(await linkOf(own.workspace, id));
  expect(await kindsOf(id)).toEqual(["confirmation", "notification", "visitor_reply"]);
});

test("a message that didn't pass the challenge arrives, and no one is told to confirm it", async () => {
  const own = await createConfirmForm();
  const fields = { email: addressOf("ada"), message: "Hello" };
  const altcha = await solvedChallenge({ ...own.ctx, now: new Date() }, own.form);
  const locationOf = async (sent: Record<string, string>) =>
    (await postVisit(own.form.publicKey, { form: sent })).headers.get("location");
  const thanks = `/f/${own.form.publicKey}/thanks`;
  expect(await locationOf(fields)).toBe(thanks);
  expect(await locationOf(fields), "a repeat").toBe(thanks);
  expect(await locationOf({ ...fields, message: "Solved", altcha })).toBe(`${thanks}?confirm=1`);
  const id = await send(own, {}, { solves: false });
  expect(await getSubmission(own.ctx, id)).toMatchObject({ folder: "inbox", confirmation: null });
});
