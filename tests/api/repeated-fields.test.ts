import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { Autoresponder, AutoresponderPreview } from "#lib/domain/emails/auto-reply/schema";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { getFields, saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { duplicateForm } from "#lib/domain/templates/duplicate-form";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callApi, dataOf, invalidPaths } from "#tests/support/contract/api";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import {
  ADA,
  askToConfirm,
  linkOf,
  press,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import { createToken, type Workspace } from "#tests/support/factories/factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { HOSTILE } from "#tests/support/factories/page-text";
import {
  type AutoReplyForm,
  createAutoReplyForm,
  REPLY,
  replyDeliveries,
} from "#tests/support/factories/reply-factories";

beforeEach(emptyOutbox);

const FIELDS = [
  { name: "email", type: "email", label: "Email" },
  {
    name: "topic",
    type: "choice",
    label: "Thema",
    options: [{ value: "sales", label: "Sales & more" }],
  },
  { name: "guests", type: "number", label: "Guests" },
  { name: "arrival", type: "date", label: "Arrival" },
  { name: "cv", type: "file", label: "CV" },
];

/** Values are stored even if they don't fit. */
async function withFields(
  { workspace, form }: AutoReplyForm,
  fields: readonly object[] = FIELDS,
): Promise<void> {
  const { revision } = await getFields(workspace.ctx, form.id);
  const input = { revision, fields, onInvalid: "mark" };
  await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse(input));
}

async function createForm(includeAnswers: "choices" | "all") {
  const made = await createAutoReplyForm({ reply: { includeAnswers } });
  await withFields(made);
  return made;
}

const ASKED = { email: ADA, _service_autoreply: "true" };
const SENT = { ...ASKED, topic: "sales", guests: "4", arrival: "2026-12-24", message: "MARKER" };

/** The auto-reply in a workspace's test inbox. */
async function sentReply(workspace: Workspace) {
  await drainOutbox();
  const { data } = await listCapturedEmails(workspace.ctx, { limit: 50 });
  const replies = data.filter(({ kind }) => kind === "visitor_reply");
  expect(replies).toHaveLength(1);
  return getCapturedEmail(workspace.ctx, replies[0]?.id ?? "");
}

test("an auto-reply repeats selected options, numbers, and dates, in text and HTML, in the visitor's language", async () => {
  const { workspace, form } = await createForm("choices");
  await sendMessage(form, SENT, { "accept-language": "de" });
  const { text, html } = await sentReply(workspace);
  expect(text).toContain(
    `${REPLY.message}\n\nIhre Angaben\n\nThema:\n  Sales & more\n\nGuests:\n  4\n\nArrival:\n  24. Dezember 2026\n\n-- \n`,
  );
  for (const part of ["Ihre Angaben", "Sales &amp; more", "24. Dezember 2026"])
    expect(html).toContain(part);
  expect(text + html).not.toContain("MARKER");
});

test("text isn't repeated until the visitor has confirmed their address, and then it's text", async () => {
  const hostile = HOSTILE.join("\n");
  const { workspace, form } = await createForm("all");
  await sendMessage(form, SENT);
  const unconfirmed = await sentReply(workspace);
  expect(unconfirmed.text).toContain("Sales & more");
  expect(JSON.stringify(unconfirmed)).not.toContain("MARKER");

  const confirming = await createForm("all");
  await askToConfirm(confirming.workspace, confirming.form);
  const id = await sendMessage(confirming.form, { ...SENT, message: `MARKER ${hostile}` });
  await press(await linkOf(confirming.workspace, id));
  const confirmed = await sentReply(confirming.workspace);
  expect(confirmed.text).toContain("What you sent\n\nEmail:\n  ada@example.com\n");
  expect(confirmed.text).toMatch(/\nMessage:\n {2}MARKER /);
  expect(confirmed.html).toContain("MARKER");
  expect(confirmed.html).not.toMatch(/<(script|img|svg|base|form)\b/);
  expect(confirmed.html.match(/<a /g)).toHaveLength(1);
});

test("what doesn't fit a field of the form can't get into a reply, nor can a file's name", async () => {
  const { workspace, form } = await createForm("all");
  const bad = ["https://evil.example", "4\nevil.example", "<b>4</b>", "\u202e4", "evil.example"];
  for (const name of ["topic", "guests", "arrival"])
    for (const value of bad) {
      const id = await sendMessage(form, { ...ASKED, [name]: value, cv: "evil.pdf" });
      await db().replySlot.deleteMany({ where: { formId: form.id } });
      const [reply] = await replyDeliveries(id);
      if (!reply) continue;
      await drainOutbox();
    }
  const { data } = await listCapturedEmails(workspace.ctx, { limit: 50 });
  expect(data.length).toBeGreaterThan(0);
  for (const { id } of data) {
    const { text, html } = await getCapturedEmail(workspace.ctx, id);
    expect(text.startsWith(`${REPLY.message}\n\n-- \n`)).toBe(true);
    expect(html).not.toContain("evil");
  }
});

test("a reply repeats what was sent under the labels of that time, and every attempt sends the same", async () => {
  const made = await createForm("choices");
  const id = await sendMessage(made.form, SENT);
  const changed = FIELDS.map((field) => ({ ...field, label: `New ${field.label}` }));
  await withFields(made, changed);
  const { text } = await sentReply(made.workspace);
  expect(text).toContain("\nThema:\n  Sales & more\n");
  expect(text).not.toContain("New ");
  const [delivery] = await replyDeliveries(id);
  expect(delivery).toMatchObject({ status: "delivered", sealedData: null, sealedPayload: null });
});

test("what a reply repeats is saved, kept by clients that don't know of it, audited, and copied with the form", async () => {
  const { workspace, form, replyRecipient } = await createAutoReplyForm();
  const token = await createToken(workspace);
  const path = `/v1/forms/${form.id}/autoresponder`;
  const read = async (of = form.id) =>
    dataOf(await callApi("GET", `/v1/forms/${of}/autoresponder`, { token }), 200, Autoresponder);
  const first = await read();
  expect(first.includeAnswers).toBe("none");
  const draft = { enabled: true, ...REPLY, replyRecipientId: replyRecipient.id };
  const save = (body: object) => callApi("POST", path, { token, body: { ...draft, ...body } });
  const bad = await save({ revision: first.revision, includeAnswers: "some" });
  expect(invalidPaths(bad)).toEqual(["includeAnswers"]);
  const saved = await save({ revision: first.revision, includeAnswers: "choices" });
  const second = dataOf(saved, 200, Autoresponder);
  expect(second.includeAnswers).toBe("choices");
  const third = dataOf(await save({ revision: second.revision }), 200, Autoresponder);
  expect(third.includeAnswers).toBe("choices");
  const entries = await auditEntriesOf(workspace, "autoresponder.saved");
  expect(entries.slice(1).map(({ details }) => details)).toEqual([
    {
      changed: ["includeAnswers"],
      from: { includeAnswers: "none" },
      to: { includeAnswers: "choices" },
    },
    null,
  ]);
  const copy = await duplicateForm(workspace.ctx, form.id);
  expect(await read(copy.id)).toMatchObject({ enabled: false, includeAnswers: "choices" });
});

test("the preview has sample values, and texts only where visitors confirm their address", async () => {
  const made = await createForm("choices");
  const { workspace, form, replyRecipient } = made;
  const token = await createToken(workspace);
  const preview = async (includeAnswers?: string) => {
    const body = { enabled: true, ...REPLY, replyRecipientId: replyRecipient.id, includeAnswers };
    const path = `/v1/forms/${form.id}/autoresponder/preview`;
    return dataOf(await callApi("POST", path, { token, body }), 200, AutoresponderPreview).text;
  };
  expect(await preview()).not.toContain("What you sent");
  const choices = await preview("choices");
  expect(choices).toContain("What you sent\n\nThema:\n  Sales & more\n");
  expect(await preview("all")).toBe(choices);
  await askToConfirm(workspace, form);
  expect(await preview("all")).toContain("\nEmail:\n");
});
