import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { FieldPairs } from "#lib/core/fields/fields";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { getSubmission } from "#lib/domain/submissions/store";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { openPage, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { emptyOutbox, findNotification } from "#tests/support/factories/outbox-state";
import {
  createAutoReplyForm,
  passedChallenge,
  replyDeliveries,
} from "#tests/support/factories/reply-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const SITE = "https://shop.example.com";
const FROM_SITE = { origin: SITE };

beforeEach(emptyOutbox);

async function openForm(settings = {}) {
  const { workspace, form } = await createOwnForm({ settings });
  const stored = () => db().submission.findFirstOrThrow({ where: { formId: form.id } });
  const findings = async () => {
    const found = await diagnoseForm({ ...workspace.ctx, now: new Date() }, form.id);
    // These messages have no address, which isn't what's tested here.
    return found.map(({ id }) => id).filter((id) => id !== "no_sender");
  };
  return { workspace, form, stored, findings };
}

test.each(["_gotcha", "_honey", "bot-field"])(
  "a filled %s gets the usual response and goes to spam, without the field",
  async (name) => {
    const { form, stored } = await openForm();
    const response = await postVisit(form.publicKey, { form: { message: "hi", [name]: "x" } });
    expect(response.headers.get("location")).toBe(`/f/${form.publicKey}/thanks`);
    expect(await stored()).toMatchObject({
      folder: "spam",
      spamReason: "honeypot",
      fields: [["message", "hi"]],
    });
  },
);

const submit = (publicKey: string, fields: Record<string, string>, headers = {}) =>
  postVisit(publicKey, {
    form: { message: "hi", ...fields },
    headers: { ...FROM_SITE, ...headers },
  });

test("redirects that a submission asks for are ignored and reported if the origin isn't allowed", async () => {
  const redirectUrl = "https://www.example.com/done";
  const { form, findings } = await openForm({ allowedOrigins: [SITE], redirectUrl });
  const _next = "https://evil.example/";
  const response = await submit(form.publicKey, { _next });
  expect(response.headers.get("location")).toBe(redirectUrl);
  const fragment = await submit(form.publicKey, { _next }, { "hx-request": "true" });
  expect(fragment.headers.get("hx-redirect")).toBe(redirectUrl);
  expect(await findings()).toEqual(["hosted_form_closed", "redirect_ignored"]);
});

test("redirects that a submission asks for are followed within the allowed origins by browsers and htmx, and stored", async () => {
  const redirectUrl = "https://www.example.com/done";
  const { form, stored } = await openForm({ allowedOrigins: [SITE], redirectUrl });
  const _next = `${SITE}/thanks?a=1#top`;
  const response = await submit(form.publicKey, { _next });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(_next);
  const fragment = await submit(form.publicKey, { _redirect: "/path" }, { "hx-request": "true" });
  expect(fragment.headers.get("hx-redirect")).toBe(`${SITE}/path`);
  const script = await submit(form.publicKey, { _next }, { accept: "*/*" });
  expect(script.status).toBe(200);
  expect(FieldPairs.parse((await stored()).fields)).toContainEqual(["_next", _next]);
  const trapped = await submit(form.publicKey, { _next, _honey: "x" });
  expect(trapped.headers.get("location")).toBe(_next);
});

test("redirects that a submission asks for don't make an empty message one with content, and the error page allows them too", async () => {
  const baseUrl = "https://forms.example.com";
  changeSettings({ baseUrl });
  const { form } = await openForm({ allowedOrigins: [SITE, baseUrl] });
  const response = await submit(form.publicKey, { message: " ", _next: `${SITE}/thanks` });
  expect(response.status).toBe(422);
  expect(response.headers.get("content-security-policy")).toContain("form-action 'self' https:");
});

test("the sender and subject that a submission names are used by the notification, the message page, and the auto-reply", async () => {
  const { workspace, form, stored } = await openForm({ subject: "Contact" });
  await postVisit(form.publicKey, {
    form: { message: "hi", _replyto: "ada@example.com", _subject: "Order 17" },
  });
  await drainOutbox();
  const email = await findNotification(workspace);
  expect(email).toMatchObject({ replyTo: "ada@example.com", subject: "Contact: Order 17" });
  const { id, preview, email: column } = await stored();
  expect({ preview, column }).toEqual({ preview: "hi", column: "ada@example.com" });
  const { sender, fields } = await getInboxMessage(workspace.ctx, id);
  expect(sender.email).toBe("ada@example.com");
  expect(fields).toEqual([
    ["message", "hi"],
    ["_replyto", "ada@example.com"],
    ["_subject", "Order 17"],
  ]);
});

test("a visitor who asks for an auto-reply gets it at _replyto", async () => {
  const { workspace, form } = await createAutoReplyForm();
  await postVisit(form.publicKey, {
    form: {
      message: "hi",
      _replyto: "ada@example.com",
      _service_autoreply: "true",
      "cf-turnstile-response": passedChallenge(),
    },
  });
  const { id } = await db().submission.findFirstOrThrow({ where: { formId: form.id } });
  expect(await replyDeliveries(id)).toMatchObject([{ email: "ada@example.com" }]);
  expect((await getSubmission(workspace.ctx, id)).email).toBe("ada@example.com");
});

test("fields without effect aren't stored, and the form doctor names them once", async () => {
  const { workspace, form, stored } = await openForm();
  const json = { message: "hi", _captcha: "false", access_key: "x" };
  // Together, so that some are committed in one batch.
  const posts = Array.from({ length: 12 }, (_, n) =>
    postVisit(form.publicKey, { json: n % 2 ? json : { message: "hi", "form-name": "contact" } }),
  );
  for (const post of posts) expect((await post).status).toBe(200);
  expect((await stored()).fields).toEqual([["message", "hi"]]);
  const findings = await diagnoseForm({ ...workspace.ctx, now: new Date() }, form.id);
  expect(findings).toContainEqual(
    expect.objectContaining({
      id: "unused_fields",
      what: expect.stringContaining("sends “_captcha”, “access_key”, “form-name”, which have"),
    }),
  );
});

test("fields without effect aren't reported because of a bot, nor after 50 submissions without them", async () => {
  const { form, findings } = await openForm();
  const send = (json: Record<string, string>, n: number) =>
    postVisit(form.publicKey, { json, address: `192.0.2.${n}` });
  await send({ message: "hi", _template: "box", _next: "https://evil.example", _gotcha: "x" }, 0);
  expect(await findings()).toEqual([]);
  await send({ message: "hi", _template: "box" }, 0);
  expect(await findings()).toEqual(["unused_fields"]);
  for (let n = 0; n < 50; n += 1) await send({ message: "hi" }, n);
  expect(await findings()).toEqual([]);
});

const open = async (publicKey: string, query: string) => {
  const response = await openPage(showHostedForm, publicKey, {}, `?${query}`);
  expect(response.status).toBe(200);
  return response.text();
};

test("the hosted form shows fields that a form with method=get put into its address as not sent yet", async () => {
  const { form } = await openForm();
  const page = await open(form.publicKey, "email=ada%40example.com&note=a+%3Cb%3E&botcheck=");
  expect(page).toContain("hasn’t been sent yet");
  expect(page).toContain('value="ada@example.com"');
  expect(page).toContain('name="note" value="a &lt;b&gt;"');
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
});

test("the hosted form ignores control fields, blank fields, and what trackers add to its address", async () => {
  const { form } = await openForm();
  const trackers = "utm_source=x&fbclid=y&gclid=z&mc_cid=1&ref=news";
  const controls = "_service_autoreply=true&botcheck=x&_gotcha=x&form-name=a&=x&message=+";
  const page = await open(form.publicKey, `${trackers}&${controls}`);
  expect(page).not.toContain("sent yet");
  expect(page).not.toContain("_service_autoreply");
});
