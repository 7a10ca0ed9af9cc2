import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { deleteForm } from "#lib/forms/forms";
import { listRecipientUses } from "#lib/notifications/list-recipient-uses";
import { saveRouting } from "#lib/routing/routing";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createAnsweringForm } from "#tests/support/factories/reply-factories";

test("lists every form, rule and auto-reply that uses a recipient", async () => {
  const { workspace, form: answering, replyRecipient } = await createAnsweringForm();
  const ctx = contextAt(workspace, new Date());
  const told = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { name: "Contact", recipientIds: [told.id] });
  const rule = (name: string, recipientIds: string[]) => ({
    id: newId(),
    name,
    field: "topic",
    operator: "present" as const,
    value: null,
    recipientIds,
  });
  const rules = [rule("Sales", [told.id, replyRecipient.id]), rule("Press", [told.id])];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  await saveRouting(ctx, answering.id, { revision: null, enabled: false, rules });

  const uses = await listRecipientUses(ctx);
  const entryOf = (id: string) => uses.find((use) => use.id === id);
  const contact = { id: form.id, name: "Contact" };
  expect(entryOf(told.id)).toMatchObject({
    forms: [contact],
    rules: [
      { form: contact, name: "Sales" },
      { form: contact, name: "Press" },
    ],
    replies: [],
  });
  expect(entryOf(replyRecipient.id)).toMatchObject({
    forms: [],
    rules: [{ form: contact, name: "Sales" }],
    replies: [{ id: answering.id, name: answering.name }],
  });

  await deleteForm(ctx, form.id);
  const [after] = (await listRecipientUses(ctx)).filter(({ id }) => id === told.id);
  expect(after).toMatchObject({ forms: [], rules: [], replies: [] });
});

test("recipient uses exclude other workspaces", async () => {
  await createAnsweringForm();
  const { ctx } = await createWorkspace();
  expect(await listRecipientUses(ctx)).toEqual([]);
});
