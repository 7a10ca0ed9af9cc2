import { db } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import { newId } from "#lib/core/ids";
import type { AuditAction } from "#lib/domain/audit/schema";
import type { Workspace } from "#tests/support/factories/factories";

type EntryOptions = Partial<Omit<Prisma.AuditEntryCreateManyInput, "workspaceId">>;

/** An entry of the workspace's user, as if it had been recorded. */
export async function createAuditEntry(
  workspace: Workspace,
  options: EntryOptions = {},
): Promise<string> {
  const { id = newId(), ...given } = options;
  await db().auditEntry.create({
    data: {
      id,
      workspaceId: workspace.id,
      at: new Date(),
      action: "form.created",
      actorKind: "user",
      actorId: workspace.user.id,
      actorName: workspace.user.email,
      ...given,
    },
  });
  return id;
}

/** A workspace's entries, oldest first: all of them, or those of one action. */
export function auditEntriesOf({ id: workspaceId }: Pick<Workspace, "id">, action?: AuditAction) {
  const where = { workspaceId, ...(action ? { action } : {}) };
  return db().auditEntry.findMany({ where, orderBy: [{ at: "asc" }, { id: "asc" }] });
}

/** Stores many entries of one action, a second apart, the first one at `at`, in one statement. */
export async function createManyAuditEntries(
  workspace: Workspace,
  action: string,
  count: number,
  at: Date,
): Promise<void> {
  await db().$executeRaw`
    INSERT INTO audit_entries (id, workspace_id, at, action, actor_kind)
    SELECT gen_random_uuid(), ${workspace.id}::uuid, ${at}::timestamptz + n * interval '1 second',
      ${action}, 'system'
    FROM generate_series(0, ${count - 1}::int) n`;
}
