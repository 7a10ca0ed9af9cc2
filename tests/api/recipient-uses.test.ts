import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { duplicateForm } from "#lib/forms/duplicate-form";
import { deleteForm } from "#lib/forms/forms";
import { listRecipientUses } from "#lib/notifications/recipient-places";
import { saveRouting } from "#lib/routing/routing";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createAutoReplyForm } from "#tests/support/factories/reply-factories";

const rule = (name: string, recipientIds: string[]) => ({
  id: newId(),
  name,
  field: "topic",
  operator: "present" as const,
  value: null,
  recipientIds,
});

test("lists every form, rule, and auto-reply that uses a recipient, including those that are off", async () => {
  const { workspace, form: answering, replyRecipient } = await createAutoReplyForm();
  const ctx = contextAt(workspace, new Date());
  const told = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { name: "Contact", recipientIds: [told.id] });
  const rules = [rule("Sales", [told.id, replyRecipient.id]), rule("Press", [told.id])];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  const off = [rule("Old", [told.id])];
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

test("recipient uses exclude other workspaces", async () => {
  await createAutoReplyForm();
  const { ctx } = await createWorkspace();
  expect(await listRecipientUses(ctx)).toEqual([]);
});
