import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { getCapturedEmail } from "#lib/domain/emails/captured-emails";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { Field } from "#lib/domain/forms/fields/schema";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { addSender } from "#lib/domain/forms/spam/protection";
import { SenderInput } from "#lib/domain/forms/spam/schema";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { listFromSender } from "#lib/domain/submissions/inbox/select-messages";
import { findPerson } from "#lib/domain/submissions/person/find-person";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createOwnForm, createVerifiedRecipient } from "#tests/support/factories/factories";
import { emptyOutbox, findNotification } from "#tests/support/factories/outbox-state";
import {
  createAutoReplyForm,
  passedChallenge,
  replyDeliveries,
} from "#tests/support/factories/reply-factories";

beforeEach(emptyOutbox);

const ADDRESS = "ada@example.org";

async function send(form: { publicKey: string }, json: Record<string, unknown>) {
  return acceptedId(await postVisit(form.publicKey, { json }));
}

const row = (id: string) => db().submission.findFirstOrThrow({ where: { id } });

test.each([
  "your-email",
  "Email Address",
  "E-Mail",
  "email-address",
  "mail",
  "Field2",
  "correo",
  "メールアドレス",
])("a message whose address is in %j has a sender, a Reply-To, and no excuse", async (name) => {
  const { workspace, form } = await createOwnForm();
  const id = await send(form, { "Your name": "Ada Lovelace", [name]: ADDRESS, message: "Hello" });
  await drainOutbox();
  expect(await row(id)).toMatchObject({ name: "Ada Lovelace", email: ADDRESS, preview: "Hello" });
  const captured = await findNotification(workspace);
  const email = await getCapturedEmail(workspace.ctx, captured.id);
  expect(email.replyTo).toBe(ADDRESS);
  expect(email.headers["Reply-To"]).toBe(`"Ada Lovelace" <${ADDRESS}>`);
  expect(email.text).toContain(`Replies to this email go to ${ADDRESS}.`);
  const { sender } = await getInboxMessage(workspace.ctx, id);
  expect(sender).toEqual({ name: "Ada Lovelace", email: ADDRESS, phone: null });
});

test("the form's first email field that holds an address is the sender, whatever it's called", async () => {
  const { workspace, form } = await createOwnForm();
  const field = (name: string, type: string, more = {}) =>
    Field.parse({ name, type, label: name, ...more });
  await saveFields(workspace.ctx, form.id, {
    revision: null,
    otherFields: "accept",
    onInvalid: "reject",
    fields: [
      field("f1", "text", { autocomplete: "name" }),
      field("f2", "email"),
      field("email", "text"),
    ],
  });
  const sent = { f1: "Ada", f2: ADDRESS, email: "grace@example.org" };
  expect(await row(await send(form, sent))).toMatchObject({ name: "Ada", email: ADDRESS });
  expect(await row(await send(form, { ...sent, f2: "" }))).toMatchObject({
    email: "grace@example.org",
  });
});

test.each([
  "a@example.xn--vermgensberatung-pwb",
  "a&b@example.org",
  "tom/jerry@example.org",
  "max@müller.de",
  "jörg@example.de",
])(
  "the visitor %s gets a reply and an auto-reply, and can be blocked and found",
  async (address) => {
    const { workspace, form } = await createAutoReplyForm();
    await createVerifiedRecipient(workspace);
    const consent = { _service_autoreply: "true", "cf-turnstile-response": passedChallenge() };
    const id = await send(form, { "e-mail": address, message: "Hello", ...consent });
    expect(await row(id)).toMatchObject({ email: address, visitorReplyStatus: "queued" });
    expect((await replyDeliveries(id)).map(({ email }) => email)).toEqual([address]);
    expect(await findPerson(workspace.ctx, { email: address })).toMatchObject({ messages: 1 });
    const { entry } = SenderInput.parse({ entry: address });
    expect((await listFromSender(workspace.ctx, entry)).selected.map((one) => one.id)).toEqual([
      id,
    ]);
    await addSender(workspace.ctx, "blocked", entry);
    const next = await send(form, { Mail: address.toUpperCase(), message: "Again" });
    expect(await row(next)).toMatchObject({ folder: "spam", spamReason: "blocked_sender" });
  },
);

test("both spellings of a domain are one person, and one block", async () => {
  const { workspace, form } = await createOwnForm();
  const [unicode, ascii] = ["max@müller.de", "max@xn--mller-kva.de"];
  await send(form, { email: unicode, message: "1" });
  await send(form, { mail: ascii, message: "2" });
  for (const email of [unicode, ascii])
    expect(await findPerson(workspace.ctx, { email }), email).toMatchObject({ messages: 2 });
  await addSender(workspace.ctx, "blocked", SenderInput.parse({ entry: "@müller.de" }).entry);
  for (const email of [unicode, ascii])
    expect(await row(await send(form, { email, message: "3" }))).toMatchObject({ folder: "spam" });
});

test("a rule about the sender's email applies to a form that calls the field otherwise", async () => {
  const { workspace, form } = await createOwnForm();
  const sales = await createVerifiedRecipient(workspace);
  const rule = { name: "Acme", field: "email", operator: "contains", value: "@acme.com" } as const;
  await saveRouting(workspace.ctx, form.id, {
    revision: null,
    enabled: true,
    rules: [{ id: crypto.randomUUID(), recipientIds: [sales.id], ...rule }],
  });
  const id = await send(form, { "E-Mail": "ada@acme.com", message: "Hello" });
  expect((await row(id)).plan).toMatchObject({ reason: "routing_rule" });
  const typed = await send(form, { email: "none", "E-Mail": "ada@acme.com", message: "Hello" });
  expect((await row(typed)).plan).toMatchObject({ reason: "form_recipients" });
});

test("a visitor's name can't add a header, an address, or a link to Reply-To", async () => {
  const { workspace, form } = await createOwnForm();
  for (const name of [
    'Eve" <eve@evil.example>, "',
    "Eve\r\nBcc: eve@evil.example",
    "eve@evil.example",
    "https://evil.example",
    "Eve\u202e<x>",
  ]) {
    await send(form, { name, email: ADDRESS, message: name });
    await drainOutbox();
    const captured = await db().capturedEmail.findFirstOrThrow({
      where: { workspaceId: workspace.id, kind: "notification" },
      orderBy: { createdAt: "desc" },
    });
    expect(captured.replyTo).toMatch(
      /^("[^"\\<>@\p{Cc}\u202e]+" <ada@example\.org>|ada@example\.org)$/u,
    );
  }
});

test("the doctor says which field was taken for the sender, and warns if there's none", async () => {
  const { workspace, form } = await createOwnForm();
  const senderFindings = async () =>
    (await diagnoseForm(workspace.ctx, form.id)).filter(({ id }) => id.includes("sender"));
  await send(form, { message: "Hello" });
  expect(await senderFindings()).toMatchObject([{ id: "no_sender", severity: "warning" }]);
  await send(form, { Field2: ADDRESS, message: "Hello" });
  expect(await senderFindings()).toMatchObject([
    { id: "sender_guessed", what: expect.stringContaining("“Field2”") },
  ]);
  await send(form, { "your-email": ADDRESS, message: "Hello" });
  expect(await senderFindings()).toEqual([]);
});
