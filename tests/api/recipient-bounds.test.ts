import pg from "pg";
import { expect, test, vi } from "vitest";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { listRecipientUses, MAX_LISTED } from "#lib/notifications/recipient-places";
import { removeRecipient } from "#lib/notifications/remove-recipient";
import { saveRouting } from "#lib/routing/routing";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

const ruleFor = (recipientIds: string[]) => ({
  id: newId(),
  name: "Sales",
  field: "topic",
  operator: "present" as const,
  value: null,
  recipientIds,
});

/** Copies a form with its recipients and rules. */
async function copyForm(formId: string, times: number): Promise<void> {
  await db().$executeRaw`
    WITH copies AS (
      INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, name, status,
        md5(gen_random_uuid()::text), settings, created_at, updated_at
      FROM forms CROSS JOIN generate_series(1, ${times}) WHERE id = ${formId}::uuid
      RETURNING id, workspace_id
    ), recipients AS (
      INSERT INTO form_recipients (workspace_id, form_id, recipient_id, position)
      SELECT c.workspace_id, c.id, r.recipient_id, r.position
      FROM copies c CROSS JOIN form_recipients r WHERE r.form_id = ${formId}::uuid
    )
    INSERT INTO routings (workspace_id, form_id, revision, enabled, rules, updated_at)
    SELECT c.workspace_id, c.id, gen_random_uuid(), g.enabled, g.rules, g.updated_at
    FROM copies c CROSS JOIN routings g WHERE g.form_id = ${formId}::uuid`;
}

async function countQueries<T>(run: () => Promise<T>): Promise<{ result: T; count: number }> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const result = await run();
    return { result, count: query.mock.calls.length };
  } finally {
    query.mockRestore();
  }
}

test("a removal from 2,000 forms is a few statements, and its report and record are bounded", async () => {
  const workspace = await createWorkspace();
  const ctx = contextAt(workspace, new Date());
  const [left, kept] = [
    await createVerifiedRecipient(workspace),
    await createVerifiedRecipient(workspace),
  ];
  const form = await createForm(workspace, { recipientIds: [left.id, kept.id] });
  const rules = [ruleFor([left.id, kept.id])];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  await copyForm(form.id, 2_000);
  const stranger = await createForm(await createWorkspace());

  const uses = await countQueries(() => listRecipientUses(ctx));
  const use = uses.result.find(({ id }) => id === left.id);
  expect(use?.removedFrom).toMatchObject([
    { kind: "form", total: 2_001 },
    { kind: "rule", total: 2_001 },
  ]);
  for (const { places } of use?.removedFrom ?? []) expect(places).toHaveLength(MAX_LISTED);

  const needed = [ruleFor([left.id])];
  await db().routing.updateMany({ where: { workspaceId: workspace.id }, data: { rules: needed } });
  const refused = await removeRecipient(ctx, left.id).catch((failure: unknown) => failure);
  if (!(refused instanceof AppError)) throw refused;
  expect(refused.details).toHaveLength(MAX_LISTED);
  expect(refused.message).toMatch(/; and 1996 more\.$/);
  expect(refused.message.length).toBeLessThan(500);

  await db().routing.updateMany({ where: { workspaceId: workspace.id }, data: { rules } });
  const removal = await countQueries(() => removeRecipient(ctx, left.id));
  expect(Math.max(uses.count, removal.count)).toBeLessThan(20);
  expect(await db().form.count({ where: { workspaceId: workspace.id, version: { gt: 1 } } })).toBe(
    2_001,
  );
  expect(
    await db().routing.count({
      where: {
        workspaceId: workspace.id,
        rules: { array_contains: [{ recipientIds: [left.id] }] },
      },
    }),
  ).toBe(0);
  const entry = await db().auditEntry.findFirstOrThrow({
    where: { workspaceId: workspace.id, action: "recipient.removed" },
  });
  const names = expect.arrayContaining(["Contact"]);
  expect(entry.details).toEqual({ forms: names, formCount: 2_001 });
  expect(JSON.stringify(entry.details).length).toBeLessThan(2_500);
  expect(await db().form.findFirst({ where: { id: stranger.id } })).toMatchObject({ version: 1 });
});
