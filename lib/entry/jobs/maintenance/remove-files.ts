import { pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { queryRows } from "#lib/adapters/db/query-rows";
import { objectStore } from "#lib/adapters/files/object-store";
import { HOUR_MS } from "#lib/core/durations";
import { log } from "#lib/core/telemetry/log";
import { IMPORT_LIMITS } from "#lib/domain/imports/sources";
import { objectKey } from "#lib/domain/submissions/store";
import {
  type MaintenanceStep,
  selectedStep,
  statementStep,
} from "#lib/entry/jobs/maintenance/step";

const ROWS_PER_BATCH = 500;
const OBJECTS_PER_BATCH = 96;
const PARALLEL_REMOVALS = 8;

/**
 * Removes files past their retention, without a submission, or marked for deletion; then the remains of
 * interrupted writes.
 */
export function fileSteps(now: Date): MaintenanceStep[] {
  return [
    expiredUploadsStep(now),
    idleImportsStep(now),
    orphansStep(now),
    objectsStep(),
    draftsStep(now),
  ];
}

/**
 * Deletes imports that no one has started, or continued after a dry run. Deleting a part marks its
 * object.
 */
function idleImportsStep(now: Date): MaintenanceStep {
  const text = `WITH idle AS MATERIALIZED (
      SELECT workspace_id, id FROM imports
      WHERE status IN ('uploading', 'ready') AND updated_at <= $1
      ORDER BY updated_at LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED
    ), files AS (
      DELETE FROM import_parts p USING idle i WHERE p.workspace_id = i.workspace_id AND p.import_id = i.id
    )
    UPDATE imports i SET status = 'canceled', ended_at = $2, updated_at = $2, imported = 0, spam = 0
    FROM idle WHERE i.workspace_id = idle.workspace_id AND i.id = idle.id`;
  const before = new Date(now.getTime() - IMPORT_LIMITS.fileHours * HOUR_MS);
  return statementStep("idleImports", ROWS_PER_BATCH, text, [before, now]);
}

/** Deletes files past their retention: the message keeps their names, the objects are deleted. */
function expiredUploadsStep(now: Date): MaintenanceStep {
  // Locks objects before attachments, in the same order as deleting a message.
  const text = `WITH due AS MATERIALIZED (
      SELECT o.workspace_id, o.id FROM attachments a
      JOIN objects o ON o.workspace_id = a.workspace_id AND o.id = a.object_id
      WHERE a.expires_at <= $1 AND a.object_id IS NOT NULL
      ORDER BY a.expires_at LIMIT ${ROWS_PER_BATCH} FOR UPDATE OF o SKIP LOCKED
    ), marked AS (
      UPDATE objects o SET status = 'deleting' FROM due
      WHERE o.workspace_id = due.workspace_id AND o.id = due.id
    )
    UPDATE attachments a SET object_id = NULL FROM due
    WHERE a.workspace_id = due.workspace_id AND a.object_id = due.id`;
  return statementStep("uploads", ROWS_PER_BATCH, text, [now]);
}

/** Deletes objects that were written for a submission that was never accepted. */
function orphansStep(now: Date): MaintenanceStep {
  return selectedStep({
    name: "orphans",
    table: "objects",
    from: "objects t WHERE t.status = 'pending' AND t.created_at <= $1 ORDER BY t.created_at",
    set: "status = 'deleting'",
    values: [new Date(now.getTime() - HOUR_MS)],
  });
}

/** Deletes files that a killed process had begun to write; no row refers to them. */
function draftsStep(now: Date): MaintenanceStep {
  const before = new Date(now.getTime() - HOUR_MS);
  return {
    name: "drafts",
    runBatch: async () => ({ count: await objectStore().sweep(before), isDone: true }),
  };
}

type DeletingObject = { id: string; workspace_id: string; created_at: Date };

/**
 * Deletes objects from storage and then their rows, after which their bytes aren't counted anymore. Two
 * runs may delete the same object without harm. An object that can't be deleted is skipped until the
 * next run; if a whole group can't, the storage is down and the step ends.
 */
function objectsStep(): MaintenanceStep {
  let after = { createdAt: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
  return {
    name: "objects",
    runBatch: async () => {
      const rows = await queryRows<DeletingObject>(pool(), {
        id: "uuid",
        workspace_id: "uuid",
        created_at: "timestamptz",
      })`
        SELECT id, workspace_id, created_at FROM objects
        WHERE status = 'deleting' AND (created_at, id) > (${after.createdAt}, ${after.id}::uuid)
        ORDER BY created_at, id LIMIT ${OBJECTS_PER_BATCH}`;
      let count = 0;
      for (let start = 0; start < rows.length; start += PARALLEL_REMOVALS) {
        const removed = await removeObjects(rows.slice(start, start + PARALLEL_REMOVALS));
        if (removed === 0) return { count, isDone: true };
        count += removed;
      }
      const last = rows.at(-1);
      if (last) after = { createdAt: last.created_at, id: last.id };
      return { count, isDone: rows.length < OBJECTS_PER_BATCH };
    },
  };
}

/** @returns how many were deleted from the store and the database */
async function removeObjects(rows: readonly DeletingObject[]): Promise<number> {
  const store = objectStore();
  const ends = await Promise.allSettled(
    rows.map(async (row) => {
      await store.remove(objectKey(row.workspace_id, row.id));
      return row;
    }),
  );
  const removed = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  const failure = ends.find((end) => end.status === "rejected");
  if (failure)
    log().warn(
      { job: "maintenance", failed: ends.length - removed.length, err: failure.reason },
      "couldn't remove objects",
    );
  // Locked in the order of their IDs, like when messages are deleted.
  await pool().query(Prisma.sql`
    WITH held AS MATERIALIZED (
      SELECT o.workspace_id, o.id
      FROM unnest(${removed.map((row) => row.workspace_id)}::uuid[],
        ${removed.map(({ id }) => id)}::uuid[]) AS r(workspace_id, id)
      JOIN objects o ON o.workspace_id = r.workspace_id AND o.id = r.id
      WHERE o.status = 'deleting' ORDER BY o.id FOR UPDATE OF o
    ), unlinked AS (
      UPDATE attachments a SET object_id = NULL FROM held h
      WHERE a.workspace_id = h.workspace_id AND a.object_id = h.id
    )
    DELETE FROM objects o USING held h WHERE o.workspace_id = h.workspace_id AND o.id = h.id`);
  return removed.length;
}
