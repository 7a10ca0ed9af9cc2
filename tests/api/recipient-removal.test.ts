import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { getAutoresponder, saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { listRecipientUses } from "#lib/domain/emails/recipient-places";
import { removeRecipient } from "#lib/domain/emails/remove-recipient";
import { deleteForm } from "#lib/domain/forms/forms";
import { getRouting, saveRouting } from "#lib/domain/forms/routing/routing";
import { updateForm } from "#lib/domain/forms/update-form";
import { listRecipients } from "#lib/domain/recipients/store";
import { duplicateForm } from "#lib/domain/templates/duplicate-form";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  contextAt,
  createForm,
  createTwoRecipients,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { routingRule } from "#tests/support/factories/integration-factories";
import {
  askForReply,
  createAutoReplyForm,
  REPLY,
  replyOf,
} from "#tests/support/factories/reply-factories";

async function setUp() {
  const workspace = await createWorkspace();
  const [left, kept] = await createTwoRecipients(workspace);
  const form = await createForm(workspace, { recipientIds: [left.id, kept.id] });
  return { workspace, ctx: contextAt(workspace, new Date()), left, kept, form };
}

test("a rule that notifies no one else keeps its recipient, even when it's off", async () => {
  const { ctx, left, form } = await setUp();
  const rules = [routingRule([left.id])];
  await saveRouting(ctx, form.id, { revision: null, enabled: false, rules });
  await expectRejection(removeRecipient(ctx, left.id), "recipient_in_use", {
    message: "Change these first: rule “Sales” of Contact notifies no one else.",
    details: [{ path: `forms.${form.id}` }],
  });
});

test("a rule whose other recipients were removed counts as one that notifies no one else", async () => {
  const { ctx, left, form } = await setUp();
  const saved = [routingRule([left.id])];
  const { rules } = await saveRouting(ctx, form.id, {
    revision: null,
    enabled: true,
    rules: saved,
  });
  const dangling = rules.map((rule) => ({ ...rule, recipientIds: [newId(), left.id] }));
  await db().routing.updateMany({ where: { formId: form.id }, data: { rules: dangling } });
  await expectRejection(removeRecipient(ctx, left.id), "recipient_in_use");
});

test("an auto-reply that is on keeps its reply-to recipient", async () => {
  const { workspace, form, replyRecipient } = await createAutoReplyForm();
  const ctx = contextAt(workspace, new Date());
  await expectRejection(removeRecipient(ctx, replyRecipient.id), "recipient_in_use", {
    message: "Change these first: the auto-reply of Contact uses it as the reply-to address.",
    details: [{ path: `forms.${form.id}` }],
  });
  expect(await listRecipients(ctx)).toHaveLength(2);
});

test("an auto-reply that is off keeps its text, and needs another reply-to address to be turned on", async () => {
  const { workspace, form, replyRecipient } = await createAutoReplyForm({ enabled: false });
  const ctx = contextAt(workspace, new Date());
  await removeRecipient(ctx, replyRecipient.id);
  const saved = await getAutoresponder(ctx, form.id);
  if (!saved) throw new Error("the auto-reply is gone");
  const { updatedAt: _, ...draft } = saved;
  expect(draft).toMatchObject({ ...REPLY, enabled: false, replyRecipientId: replyRecipient.id });
  for (const enabled of [true, false])
    await expectRejection(
      saveAutoresponder(ctx, form.id, { ...draft, enabled }),
      "recipient_not_verified",
      { details: [{ path: "replyRecipientId" }] },
    );
  const id = await askForReply(form, "ada@example.com");
  expect(await replyOf(workspace, id)).toEqual({ status: "not_eligible", reason: "disabled" });
  const other = await createVerifiedRecipient(workspace);
  const chosen = { ...draft, enabled: true, replyRecipientId: other.id };
  expect(await saveAutoresponder(ctx, form.id, chosen)).toMatchObject({ enabled: true });
});

test("a removed recipient leaves its forms and rules, and intake sees that they changed", async () => {
  const { ctx, left, kept, form } = await setUp();
  const rules = [routingRule([left.id, kept.id]), routingRule([kept.id])];
  const saved = await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  const versionOf = () =>
    db().form.findFirstOrThrow({ where: { id: form.id }, include: { recipients: true } });
  const before = await versionOf();
  await removeRecipient(ctx, left.id);
  const after = await versionOf();
  expect(after.recipients.map(({ recipientId }) => recipientId)).toEqual([kept.id]);
  expect(after.version).toBeGreaterThan(before.version);
  const routing = await getRouting(ctx, form.id);
  expect(routing.rules.map(({ recipientIds }) => recipientIds)).toEqual([[kept.id], [kept.id]]);
  expect(routing.revision, "an open editor gets a conflict").not.toBe(saved.revision);
  expect((await listRecipients(ctx)).map(({ id }) => id)).not.toContain(left.id);
  await expectRejection(removeRecipient(ctx, left.id), "not_found");
});

test("a form may be left without recipients, and can get new ones", async () => {
  const { ctx, left, kept, form } = await setUp();
  await removeRecipient(ctx, left.id);
  await removeRecipient(ctx, kept.id);
  expect((await updateForm(ctx, form.id, { name: "Still here" })).recipientIds).toEqual([]);
});

test("lists every form, rule, and auto-reply that uses a recipient, including those that are off", async () => {
  const { workspace, form: answering, replyRecipient } = await createAutoReplyForm();
  const ctx = contextAt(workspace, new Date());
  const told = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { name: "Contact", recipientIds: [told.id] });
  const rules = [
    routingRule([told.id, replyRecipient.id]),
    routingRule([told.id], { name: "Press" }),
  ];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  const off = [routingRule([told.id], { name: "Old" })];
  await saveRouting(ctx, answering.id, { revision: null, enabled: false, rules: off });
  const copy = await duplicateForm(ctx, answering.id);

  const contact = { id: form.id, name: "Contact" };
  const asks = { id: answering.id, name: answering.name };
  const copied = { id: copy.id, name: copy.name };
  const named = (name: string) => ({ id: expect.any(String), name });
  const placesOf = async (id: string) => {
    const uses = await listRecipientUses(ctx);
    const { removedFrom, changeFirst } = uses.find((use) => use.id === id) ?? {};
    return { removedFrom, changeFirst };
  };
  expect(await placesOf(told.id)).toEqual({
    removedFrom: [
      { kind: "form", places: [{ form: contact, rule: null, isOn: true }], total: 1 },
      { kind: "rule", places: [{ form: contact, rule: named("Sales"), isOn: true }], total: 1 },
    ],
    changeFirst: [
      {
        kind: "rule",
        places: [
          { form: asks, rule: named("Old"), isOn: false },
          { form: contact, rule: named("Press"), isOn: true },
          { form: copied, rule: named("Old"), isOn: false },
        ].toSorted((a, b) => (a.form.name < b.form.name ? -1 : a.form.name > b.form.name ? 1 : 0)),
        total: 3,
      },
    ],
  });
  expect(await placesOf(replyRecipient.id)).toEqual({
    removedFrom: [
      { kind: "rule", places: [{ form: contact, rule: named("Sales"), isOn: true }], total: 1 },
      { kind: "reply", places: [{ form: copied, rule: null, isOn: false }], total: 1 },
    ],
    changeFirst: [{ kind: "reply", places: [{ form: asks, rule: null, isOn: true }], total: 1 }],
  });

  for (const { id } of [form, answering, copy]) await deleteForm(ctx, id);
  expect(await placesOf(told.id)).toEqual({ removedFrom: [], changeFirst: [] });
});
