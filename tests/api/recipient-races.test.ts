import pg from "pg";
import { expect, test, vi } from "vitest";
import { db } from "#lib/adapters/db/database";
import { AppError } from "#lib/core/errors";
import { getAutoresponder, saveAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { removeRecipient } from "#lib/domain/emails/remove-recipient";
import { createForm as createFormVerb } from "#lib/domain/forms/create-form";
import { getRouting, saveRouting } from "#lib/domain/forms/routing/routing";
import { updateForm } from "#lib/domain/forms/update-form";
import { duplicateForm } from "#lib/domain/templates/duplicate-form";
import { holdLocks, untilWaiting } from "#tests/support/drills/lock-waits";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { routingRule } from "#tests/support/factories/integration-factories";
import { REPLY } from "#tests/support/factories/reply-factories";

/** A form that notifies one recipient, and another recipient that is about to be removed. */
async function setUp() {
  const workspace = await createWorkspace();
  const ctx = contextAt(workspace, new Date());
  const form = await createForm(workspace);
  const left = await createVerifiedRecipient(workspace);
  return { workspace, ctx, form, left };
}
type World = Awaited<ReturnType<typeof setUp>>;

/** Everything that stores the IDs of recipients. */
const SAVES: Record<string, (world: World) => Promise<unknown>> = {
  saveRouting: ({ ctx, form, left }) =>
    saveRouting(ctx, form.id, { revision: null, enabled: true, rules: [routingRule([left.id])] }),
  saveAutoresponder: ({ ctx, form, left }) =>
    saveAutoresponder(ctx, form.id, {
      revision: null,
      enabled: false,
      ...REPLY,
      replyRecipientId: left.id,
    }),
  updateForm: ({ ctx, form, left }) => updateForm(ctx, form.id, { recipientIds: [left.id] }),
  createForm: ({ ctx, left }) => createFormVerb(ctx, { name: "New", recipientIds: [left.id] }),
};

/** What a change ends with: the code of its error, or "done". */
const endOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (failure: unknown) => (failure instanceof AppError ? failure.code : failure),
  );

/** Finds uses that would notify no one, or no one who exists. */
async function danglingOf({ workspace, left }: World): Promise<number> {
  return db().routing.count({
    where: {
      workspaceId: workspace.id,
      rules: { array_contains: [{ recipientIds: [left.id] }] },
    },
  });
}

test.each(Object.entries(SAVES))(
  "%s of a recipient that is being removed waits, and is then refused",
  async (_, save) => {
    const world = await setUp();
    const { ctx, left } = world;
    // The removal has read where the recipient is used, and waits for its row.
    const holder = await holdLocks("SELECT FROM recipients WHERE id = $1 FOR KEY SHARE", [left.id]);
    const removal = removeRecipient(ctx, left.id);
    await untilWaiting(removal);
    const saving = endOf(save(world));
    await untilWaiting(saving, 2n);
    await holder.query("COMMIT");
    await removal;
    expect(await saving).toBe("recipient_not_verified");
    expect(await danglingOf(world)).toBe(0);
  },
);

test.each(Object.entries(SAVES))(
  "a removal waits for %s that names the recipient, and then sees it",
  async (name, save) => {
    const world = await setUp();
    const { workspace, ctx, form, left } = world;
    // The save has checked its recipients, and waits for its audit entry.
    const holder = await holdLocks("LOCK TABLE audit_entries IN SHARE MODE");
    const saving = save(world);
    await untilWaiting(saving);
    const removal = endOf(removeRecipient(ctx, left.id));
    await untilWaiting(removal, 2n);
    await holder.query("COMMIT");
    await saving;
    expect(await removal).toBe(name === "saveRouting" ? "recipient_in_use" : "done");
    const versions = await db().form.findMany({ where: { workspaceId: workspace.id } });
    if (name === "saveAutoresponder")
      expect(await getAutoresponder(ctx, form.id)).toMatchObject(REPLY);
    else if (name !== "saveRouting")
      expect(
        Math.max(...versions.map(({ version }) => version)),
        "intake reloads the form",
      ).toBeGreaterThan(name === "updateForm" ? 2 : 1);
  },
);

test("a copy that is made during a removal names no removed recipient, and intake reloads it", async () => {
  const world = await setUp();
  const { workspace, ctx, left } = world;
  const kept = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { recipientIds: [left.id, kept.id] });
  const rules = [routingRule([left.id, kept.id])];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  const holder = await holdLocks("LOCK TABLE audit_entries IN SHARE MODE");
  const copying = duplicateForm(ctx, form.id);
  await untilWaiting(copying);
  const removal = removeRecipient(ctx, left.id);
  await untilWaiting(removal, 2n);
  await holder.query("COMMIT");
  const { id } = await copying;
  await removal;
  expect(await danglingOf(world)).toBe(0);
  expect((await getRouting(ctx, id)).rules).toMatchObject([{ recipientIds: [kept.id] }]);
  const copy = await db().form.findFirstOrThrow({ where: { id }, include: { recipients: true } });
  expect(copy).toMatchObject({ version: 2, recipients: [{ recipientId: kept.id }] });
});

test("concurrent saves and removals don't deadlock, and leave no rule without a recipient", async () => {
  const world = await setUp();
  const { workspace, ctx, form } = world;
  const forms = [form, await createForm(workspace), await createForm(workspace)];
  const people = await Promise.all(
    Array.from({ length: 4 }, () => createVerifiedRecipient(workspace)),
  );
  const ids = people.map(({ id }) => id);
  const deadlocks = await countDeadlocks(() =>
    Promise.allSettled([
      ...forms.flatMap(({ id }) => [
        saveRouting(ctx, id, { revision: null, enabled: true, rules: [routingRule(ids)] }),
        updateForm(ctx, id, { recipientIds: ids }),
      ]),
      ...ids.map((id) => removeRecipient(ctx, id)),
      ...forms.map(({ id }) => duplicateForm(ctx, id)),
    ]),
  );
  expect(deadlocks).toBe(0);
  const known = new Set(
    (await db().recipient.findMany({ where: { workspaceId: workspace.id } })).map(({ id }) => id),
  );
  for (const { formId } of await db().routing.findMany({ where: { workspaceId: workspace.id } }))
    for (const { recipientIds } of (await getRouting(ctx, formId)).rules) {
      expect(recipientIds.length).toBeGreaterThan(0);
      expect(recipientIds.filter((id) => !known.has(id))).toEqual([]);
    }
});

/** Counts transactions that PostgreSQL ended to resolve a deadlock, which the service hides by trying again. */
async function countDeadlocks(run: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await run();
  const results = query.mock.results.map(({ value }) => value);
  query.mockRestore();
  const ended = await Promise.allSettled(results);
  return ended.filter(({ status, ...one }) => "reason" in one && one.reason?.code === "40P01")
    .length;
}
