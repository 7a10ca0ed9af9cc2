import { db, transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { batchStep, type MaintenanceStep } from "#lib/jobs/maintenance/step";
import { deleteLocked } from "#lib/submissions/delete-submissions";

const MESSAGES_PER_BATCH = 200;
const FORMS_PER_BATCH = 20;

/** Messages past their retention; they have been unreachable since then. */
export function expiredMessagesStep(now: Date): MaintenanceStep {
  return batchStep("messages", MESSAGES_PER_BATCH, () =>
    deleteWhere(Prisma.sql`s.expires_at <= ${now} ORDER BY s.expires_at`),
  );
}

/** Messages of deleted forms; they have been unreachable since the form was deleted. */
export function messagesOfDeletedFormsStep(): MaintenanceStep {
  return batchStep("formMessages", MESSAGES_PER_BATCH, () =>
    deleteWhere(Prisma.sql`s.form_id IN (SELECT id FROM forms WHERE deleted_at IS NOT NULL)`),
  );
}

/** Deleted forms that have no message left. */
export function deletedFormsStep(): MaintenanceStep {
  return batchStep(
    "forms",
    FORMS_PER_BATCH,
    () => db().$executeRaw`
      DELETE FROM forms WHERE id IN (
        SELECT id FROM forms f WHERE deleted_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM submissions WHERE form_id = f.id)
        ORDER BY deleted_at LIMIT ${FORMS_PER_BATCH} FOR UPDATE SKIP LOCKED
      )`,
  );
}

function deleteWhere(which: Prisma.Sql): Promise<number> {
  return transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT s.id FROM submissions s WHERE ${which}
      LIMIT ${MESSAGES_PER_BATCH} FOR UPDATE OF s SKIP LOCKED`;
    const ids = rows.map(({ id }) => id);
    return (await deleteLocked(tx, ids)).messages;
  });
}
