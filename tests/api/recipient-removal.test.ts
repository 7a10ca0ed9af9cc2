import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { updateForm } from "#lib/forms/update-form";
import { removeRecipient } from "#lib/notifications/remove-recipient";
import { listRecipients } from "#lib/recipients/store";
import { getRouting, saveRouting } from "#lib/routing/routing";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createAnsweringForm } from "#tests/support/factories/reply-factories";

const ruleFor = (recipientIds: string[]) => ({
  id: newId(),
  name: "Sales",
  field: "topic",
  operator: "present" as const,
  value: null,
  recipientIds,
});

async function setUp() {
  const workspace = await createWorkspace();
  const [left, kept] = [
    await createVerifiedRecipient(workspace),
    await createVerifiedRecipient(workspace),
  ];
  const form = await createForm(workspace, { recipientIds: [left.id, kept.id] });
  return { workspace, ctx: contextAt(workspace, new Date()), left, kept, form };
}

test("a rule that notifies no one else and an auto-reply keep their recipient, even when they're off", async () => {
  const { ctx, left, form } = await setUp();
  await saveRouting(ctx, form.id, { revision: null, enabled: false, rules: [ruleFor([left.id])] });
  await expect(removeRecipient(ctx, left.id)).rejects.toMatchObject({
    code: "recipient_in_use",
    message: expect.stringContaining("rule “Sales”"),
  });
  const answering = await createAnsweringForm();
  await db().autoresponder.updateMany({
    where: { formId: answering.form.id },
    data: { enabled: false },
  });
  const owner = contextAt(answering.workspace, new Date());
  await expect(removeRecipient(owner, answering.replyRecipient.id)).rejects.toMatchObject({
    code: "recipient_in_use",
    details: [{ path: `forms.${answering.form.id}` }],
  });
});

test("a removed recipient leaves its forms and rules, and intake sees that they changed", async () => {
  const { ctx, left, kept, form } = await setUp();
  const rules = [ruleFor([left.id, kept.id]), ruleFor([kept.id])];
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
  await expect(removeRecipient(ctx, left.id)).rejects.toMatchObject({ code: "not_found" });
});

test("a form may be left without recipients, and can get new ones", async () => {
  const { ctx, left, kept, form } = await setUp();
  await removeRecipient(ctx, left.id);
  await removeRecipient(ctx, kept.id);
  expect((await updateForm(ctx, form.id, { name: "Still here" })).recipientIds).toEqual([]);
});

test("recipients of another workspace aren't found", async () => {
  const { left } = await setUp();
  const { ctx } = await createWorkspace();
  for (const id of [left.id, newId(), "no ID"])
    await expect(removeRecipient(ctx, id)).rejects.toMatchObject({ code: "not_found" });
});
