import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import {
  hashReplyAddress,
  makeOptOutToken,
  optOutVisitor,
} from "#lib/domain/emails/auto-reply/opt-out";
import { disconnectTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import {
  acceptedId,
  openPage,
  type Post,
  postVisit,
  rejectionCode,
  submitTo,
} from "#tests/support/contract/intake";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import {
  type AutoReplyForm,
  askForReply,
  createAutoReplyForm,
  passedChallenge,
  replyDeliveries,
  replyOf,
} from "#tests/support/factories/reply-factories";

const FIELDS = { email: "ada@example.com", message: "Hello there" };

/** Posts with a passed challenge and returns the auto-reply status that the API reports. */
async function decide(form: AutoReplyForm, fields: Record<string, unknown>) {
  const json = { "cf-turnstile-response": passedChallenge(), ...fields };
  const id = await submitTo(form.form, json);
  return replyOf(form.workspace, id);
}

const notEligible = (reason: string) => ({ status: "not_eligible", reason });
const QUEUED = { status: "queued", reason: null };

test("a submission that fills the honeypot gets no auto-reply and doesn't count toward the limit", async () => {
  const form = await createAutoReplyForm();
  const trapped = { ...FIELDS, _service_autoreply: true, botcheck: "x" };
  expect(await decide(form, trapped)).toEqual(notEligible("spam"));
  expect(await decide(form, { ...FIELDS, _service_autoreply: true })).toEqual(QUEUED);
});

test("a disabled auto-reply is never sent, with or without consent", async () => {
  const form = await createAutoReplyForm({ enabled: false });
  expect(await decide(form, { message: "x" })).toEqual(notEligible("disabled"));
  expect(await decide(form, { ...FIELDS, _service_autoreply: true })).toEqual(
    notEligible("disabled"),
  );
});

test("accepts `true` as consent to an auto-reply in every request encoding", async () => {
  const form = await createAutoReplyForm();
  const { workspace } = form;
  const controls = () => ({
    _service_autoreply: "true",
    "cf-turnstile-response": passedChallenge(),
  });
  const entries = (email: string) => Object.entries({ email, message: "x", ...controls() });
  const posts: Post[] = [
    { json: { email: "a@example.com", message: "x", ...controls() } },
    { json: { email: "b@example.com", message: "x", ...controls(), _service_autoreply: true } },
    { form: entries("c@example.com"), headers: { accept: "application/json" } },
    {
      multipart: entries("d@example.com").map(([name, value]) => ({ name, content: value })),
      headers: { accept: "application/json" },
    },
  ];
  for (const post of posts) {
    const id = await acceptedId(await postVisit(form.form.publicKey, post));
    expect(await replyOf(workspace, id)).toEqual(QUEUED);
    expect((await db().submission.findFirstOrThrow({ where: { id } })).fields).not.toContainEqual(
      expect.arrayContaining(["_service_autoreply"]),
    );
  }
});

test("a form without an enabled Turnstile widget neither offers nor sends an auto-reply", async () => {
  const asked = { ...FIELDS, _service_autoreply: true };
  for (const change of ["disconnected", "disabled"]) {
    const form = await createAutoReplyForm();
    const { workspace } = form;
    const page = async () => (await openPage(showHostedForm, form.form.publicKey)).text();
    expect(await page()).toContain('name="_service_autoreply" value="true"');
    await disconnectTurnstile(workspace.ctx, form.form.id);
    if (change === "disabled") await createVerifiedWidget(form.form.id, { enabled: false });
    expect(await decide(form, asked)).toEqual(notEligible("widget_not_verified"));
    expect(await decide(form, { ...asked, email: "nobody" })).toEqual(notEligible("no_email"));
    expect(await page()).not.toContain("_service_autoreply");
  }
});

test("the submission whose challenge verifies the widget gets an auto-reply", async () => {
  const form = await createAutoReplyForm();
  await disconnectTurnstile(form.workspace.ctx, form.form.id);
  await createVerifiedWidget(form.form.id, { verifiedAt: null });
  const failed = { ...FIELDS, _service_autoreply: true, "cf-turnstile-response": "nonsense" };
  const rejected = await postVisit(form.form.publicKey, { json: failed });
  expect(await rejectionCode(rejected)).toBe("turnstile_failed");
  expect(await decide(form, { ...FIELDS, _service_autoreply: true })).toEqual(QUEUED);
});

test("an opt-out suppresses auto-replies from every form in the workspace and takes precedence over the limits", async () => {
  const form = await createAutoReplyForm();
  const { workspace } = form;
  const other = await createAutoReplyForm({ workspace });
  const foreign = await createAutoReplyForm();
  expect(await replyOf(workspace, await askForReply(form.form, "ada@example.com"))).toEqual(QUEUED);
  const key = await installationKey();
  const addressHash = hashReplyAddress(key, workspace.id, "ada@example.com");
  const token = makeOptOutToken(key, { workspaceId: workspace.id, addressHash });
  expect(await optOutVisitor(token, new Date())).toBe("open");
  for (const { form: asked } of [form, other])
    expect(await replyOf(workspace, await askForReply(asked, "ADA@example.com"))).toEqual({
      status: "suppressed",
      reason: "opted_out",
    });
  const answered = await askForReply(foreign.form, "ada@example.com");
  expect(await replyOf(foreign.workspace, answered)).toEqual(QUEUED);
});

test("a queued auto-reply queues an email to the visitor, and a suppressed one doesn't", async () => {
  const { form, replyRecipient } = await createAutoReplyForm();
  const now = new Date();
  const first = await askForReply(form, "Ada@example.com", now);
  const [delivery] = await replyDeliveries(first);
  expect(delivery).toMatchObject({
    email: "Ada@example.com",
    recipientId: null,
    status: "queued",
    createdAt: now,
    nextAttemptAt: now,
    dueAt: now,
  });
  expect(Buffer.from(delivery?.sealedData ?? []).toString()).not.toContain(replyRecipient.email);
  const second = await askForReply(form, "ada@example.com", now);
  expect(await replyDeliveries(second)).toEqual([]);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(2);
});

test("a saved auto-reply takes effect immediately, even for cached forms", async () => {
  const { workspace, form } = await createAutoReplyForm();
  await askForReply(form, "ada@example.com");
  await db().autoresponder.updateMany({ where: { formId: form.id }, data: { enabled: false } });
  await db().form.updateMany({ where: { id: form.id }, data: { updatedAt: new Date() } });
  const json = { ...FIELDS, _service_autoreply: true, "cf-turnstile-response": passedChallenge() };
  const id = await submitTo(form, json);
  expect(await replyOf(workspace, id)).toEqual(notEligible("disabled"));
});

test("a repeated submission gets only one auto-reply", async () => {
  const { form } = await createAutoReplyForm();
  const headers = { "idempotency-key": "once" };
  const json = { ...FIELDS, _service_autoreply: true, "cf-turnstile-response": passedChallenge() };
  const ids = await Promise.all(
    [1, 2, 3].map(async () => {
      const answer = await postVisit(form.publicKey, { json, headers });
      return answer.status === 200 ? acceptedId(answer) : null;
    }),
  );
  const [id, ...others] = new Set(ids.filter((one) => one !== null));
  expect(others).toEqual([]);
  expect(await replyDeliveries(id ?? "")).toHaveLength(1);
});
