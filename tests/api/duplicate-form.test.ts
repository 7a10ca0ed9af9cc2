import { v7 } from "uuid";
import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { getAutoresponder, saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { listDestinations } from "#lib/domain/endpoints/destinations";
import { getWebhook } from "#lib/domain/endpoints/store";
import { getFields, saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { deleteForm, getForm, getFormOptions } from "#lib/domain/forms/forms";
import { getOptions, saveOptions } from "#lib/domain/forms/options/form-options";
import { type Options, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { getPage, savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { getRouting, saveRouting } from "#lib/domain/forms/routing/routing";
import { saveSpamFilter } from "#lib/domain/forms/spam/filter";
import { updateForm } from "#lib/domain/forms/update-form";
import { duplicateForm } from "#lib/domain/templates/duplicate-form";
import { expectRejection } from "#tests/support/contract/rejection";
import { addDestination } from "#tests/support/factories/destination-factories";
import {
  createForm,
  createOwnForm,
  createTwoRecipients,
  createWorkspace,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { removeLogo, saveLogo } from "#tests/support/factories/logo-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { PNG } from "#tests/support/factories/sample-files";

const SETTINGS = {
  subject: "{{form}}: {{name}}",
  allowedOrigins: ["https://www.example.com"],
  redirectUrl: "https://www.example.com/thanks",
  honeypot: "fax",
  messageRetentionDays: 30,
  uploads: { enabled: true, retentionDays: 7 },
};

const OPTIONS: Options = {
  ...UNSAVED_OPTIONS,
  opensAt: 1_764_547_200_000,
  closesAt: 1_796_083_200_000,
  maxSubmissions: 50,
  closedText: "See you next year",
  scriptAnswer: "text",
};

/** A paused form with everything that a form can have. */
async function setUp() {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const [one, other] = await createTwoRecipients(workspace);
  const recipientIds = [other.id, one.id];
  const form = await createForm(workspace, { recipientIds, settings: SETTINGS });
  await updateForm(ctx, form.id, {
    status: "paused",
    uploadTypes: ["pdf", "text"],
  });
  await saveOptions(ctx, form.id, OPTIONS);
  const rule = { id: newId(), name: "Sales", field: "topic", value: "sales" };
  const rules = [{ ...rule, operator: "equals" as const, recipientIds: [one.id] }];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  await updateForm(ctx, form.id, { blockedWords: ["casino", "Loans"] });
  await saveSpamFilter(ctx, form.id, { revision: null, filter: "move", challenge: true });
  await saveAutoresponder(ctx, form.id, {
    revision: null,
    enabled: false,
    subject: "Thanks",
    message: "Hello",
    replyRecipientId: one.id,
  });
  await db().autoresponder.updateMany({ where: { formId: form.id }, data: { enabled: true } });
  const fields = [{ name: "topic", type: "text", label: "Topic" }];
  await saveFields(ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
  await createVerifiedWidget(form.id);
  const page = { revision: null, title: "Write to us", confirmEmail: true };
  await savePage(ctx, form.id, SavePageInput.parse(page));
  await saveLogo(ctx, form.id, new Uint8Array(PNG));
  return { workspace, ctx, form, recipientIds };
}

test("a deleted form and an unknown one can't be duplicated", async () => {
  const { ctx, form } = await setUp();
  await deleteForm(ctx, form.id);
  for (const id of [form.id, newId(), "not an id"])
    await expectRejection(duplicateForm(ctx, id), "not_found");
});

test("a copy has the settings, recipients, rules, blocked words, and auto-reply, which is turned off", async () => {
  const { ctx, form, recipientIds } = await setUp();
  const { id } = await duplicateForm(ctx, form.id);
  const copy = await getForm(ctx, id);
  expect(copy).toMatchObject({
    name: "Contact copy",
    status: "active",
    recipientIds,
    settings: SETTINGS,
    createdAt: ctx.now.getTime(),
  });
  const [routing, copied] = [await getRouting(ctx, form.id), await getRouting(ctx, id)];
  expect(copied).toEqual({ ...routing, revision: copied.revision });
  expect(copied.revision).not.toBe(routing.revision);
  const [list, fields] = [await getFields(ctx, form.id), await getFields(ctx, id)];
  expect(fields).toEqual({ ...list, revision: fields.revision });
  expect(fields.revision).not.toBe(list.revision);
  const options = {
    uploadTypes: ["pdf", "text"],
    blockedWords: ["casino", "Loans"],
  };
  expect(await getFormOptions(ctx, id)).toMatchObject(options);
  expect(await getOptions(ctx, id)).toEqual({ ...OPTIONS, revision: expect.any(String) });
  expect(await getAutoresponder(ctx, id)).toMatchObject({
    enabled: false,
    subject: "Thanks",
    message: "Hello",
  });
});

test("a copy has the page and a logo of its own, and doesn't ask to confirm, because it has no widget", async () => {
  const { ctx, form } = await setUp();
  const copy = await duplicateForm(ctx, form.id);
  await removeLogo(ctx, form.id);
  expect(await getPage(ctx, copy.id)).toMatchObject({
    title: "Write to us",
    confirmEmail: false,
    logoUrl: expect.stringContaining(`/f/${copy.publicKey}/logo?v=`),
  });
});

test("a copy has no messages, no webhook, no destinations, no Turnstile widget and a public key of its own", async () => {
  const { workspace, ctx, form } = await setUp();
  await createWebhook(workspace, form);
  await addDestination(workspace, form, { kind: "slack" });
  await createSubmission(workspace, form);
  const copy = await duplicateForm(ctx, form.id);
  expect(copy.publicKey).toMatch(/^[0-9A-Za-z]{24}$/);
  expect(copy.publicKey).not.toBe(form.publicKey);
  expect(await listDestinations(ctx, copy.id)).toEqual([]);
  expect((await getForm(ctx, copy.id)).turnstile).toBeNull();
  expect(await getWebhook(ctx, copy.id)).toBeNull();
  expect(await db().submission.count({ where: { formId: copy.id } })).toBe(0);
});

test("changing a copy leaves the original as it is", async () => {
  const { ctx, form } = await setUp();
  const before = await getForm(ctx, form.id);
  const copy = await duplicateForm(ctx, form.id);
  await updateForm(ctx, copy.id, { name: "Changed", recipientIds: [], settings: { subject: "x" } });
  const { revision } = await getRouting(ctx, copy.id);
  await saveRouting(ctx, copy.id, { revision, enabled: false, rules: [] });
  expect(await getForm(ctx, form.id)).toEqual(before);
  expect((await getRouting(ctx, form.id)).rules).toHaveLength(1);
});

test("a repeat under the same key creates one copy, and of another form another one", async () => {
  const { workspace, ctx, form } = await setUp();
  const key = IdempotencyKey.parse(v7());
  const copies = await Promise.all([1, 2, 3].map(() => duplicateForm(ctx, form.id, key)));
  expect(new Set(copies.map(({ id, publicKey }) => `${id} ${publicKey}`)).size).toBe(1);
  const other = await createForm(workspace, { name: "Other" });
  expect((await duplicateForm(ctx, other.id, key)).name).toBe("Other copy");
  expect(await db().form.count({ where: { workspaceId: workspace.id } })).toBe(4);
});

test("the name of a copy has at most 80 characters", async () => {
  const { ctx, form } = await createOwnForm({ name: `${"😀".repeat(74)} bcdef` });
  const { name } = await duplicateForm(ctx, form.id);
  expect(name).toBe(`${"😀".repeat(74)} copy`);
});

/** What a form has beside its settings, and why its copy starts without it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  form_checks: "findings about the original",
  idempotency_keys: "of its messages",
  imports: "of its messages",
  message_counts: "of its messages",
  notification_choices: "each member's own",
  rejected_submissions: "of its visitors",
  reply_slots: "of its visitors",
  submissions: "its messages",
  turnstile_widgets: "with a secret",
  used_challenges: "of its visitors",
  webhooks: "with a secret",
};

test("every table with something of a form is copied, or left out on purpose", async () => {
  const { ctx, form } = await setUp();
  const copy = await duplicateForm(ctx, form.id);
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND c.column_name = 'form_id' AND t.table_type = 'BASE TABLE'`;
  const notCopied: string[] = [];
  for (const { name } of tables) {
    const rows = await db().$queryRawUnsafe<object[]>(
      `SELECT FROM ${name} WHERE form_id = '${copy.id}'::uuid LIMIT 1`,
    );
    if (rows.length === 0) notCopied.push(name);
  }
  expect(notCopied.toSorted()).toEqual(Object.keys(LEFT_OUT));
});
