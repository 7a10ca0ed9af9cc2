import { type Db, db, pool, transaction } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { newId } from "#lib/core/ids";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { ImportSettings } from "#lib/domain/imports/schema";
import type { ImportForm } from "#lib/domain/imports/store-messages";

/** A batch and the pause after it take much less; a run that was killed is taken over after this. */
export const IMPORT_LEASE_MS = 60_000;

/** A run's hold on an import until the lease ends. Every write about it checks the token. */
export type ImportClaim = {
  workspaceId: string;
  id: string;
  formId: string;
  token: string;
  status: "checking" | "importing" | "undoing";
  settings: unknown;
  startedAt: Date;
  /** How many messages of the file earlier runs have processed. */
  rows: number;
  failures: number;
};

/** Thrown when someone has canceled the import, or another run has claimed it. */
export class ClaimLost extends Error {}

/**
 * Claims the running import that has waited longest, or null. Imports of deleted forms and workspaces are left to
 * maintenance.
 */
export async function claimImport(now: Date): Promise<ImportClaim | null> {
  const token = newId();
  const [row] = await queryRows<Omit<ImportClaim, "token">>(pool(), {
    workspaceId: "uuid",
    id: "uuid",
    formId: "uuid",
    status: "text",
    settings: "jsonb",
    startedAt: "timestamptz",
    rows: "int4",
    failures: "int4",
  })`
    UPDATE imports i SET lease_id = ${token}::uuid,
      lease_until = ${now}::timestamptz + ${IMPORT_LEASE_MS}::int * interval '1 millisecond'
    FROM (
      SELECT i.workspace_id, i.id FROM imports i
      JOIN forms f ON f.workspace_id = i.workspace_id AND f.id = i.form_id
      JOIN workspaces w ON w.id = i.workspace_id
      WHERE i.status IN ('checking', 'importing', 'undoing')
        AND (i.lease_until IS NULL OR i.lease_until <= ${now})
        AND f.deleted_at IS NULL AND w.deleted_at IS NULL
      ORDER BY i.updated_at LIMIT 1 FOR UPDATE OF i SKIP LOCKED
    ) due
    WHERE i.workspace_id = due.workspace_id AND i.id = due.id
    RETURNING i.workspace_id AS "workspaceId", i.id, i.form_id AS "formId", i.status, i.settings,
      i.started_at AS "startedAt", i.rows, i.failures::int`;
  return row ? { ...row, token } : null;
}

/** Returns the settings with which an import was started. */
export function settingsOf({ settings }: ImportClaim): ImportSettings {
  return ImportSettings.parse(settings);
}

/** Reads the form of an import with its own fields, which show who the sender is. */
export async function readImportForm({ workspaceId, formId }: ImportClaim): Promise<ImportForm> {
  const list = await db().formFieldList.findFirst({ where: { workspaceId, formId } });
  return { workspaceId, formId, own: list ? StoredFields.parse(list.fields) : [] };
}

/**
 * Runs a batch in a transaction that locks the import, so that the messages and the progress are saved together.
 *
 * @throws {ClaimLost} and then the batch has changed nothing
 */
export function withClaim<T>(claim: ImportClaim, work: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    const held = await tx.$queryRaw<object[]>`
      SELECT FROM imports WHERE workspace_id = ${claim.workspaceId}::uuid AND id = ${claim.id}::uuid
        AND status = ${claim.status} AND lease_id = ${claim.token}::uuid FOR UPDATE`;
    if (held.length === 0) throw new ClaimLost();
    return work(tx);
  });
}

/** Releases an import: from `at` on, any run may continue it. */
export async function releaseImport(
  { workspaceId, id, token }: ImportClaim,
  { at, now, failures }: { at: Date | null; now: Date; failures: number },
): Promise<void> {
  await db().import.updateMany({
    where: { workspaceId, id, leaseId: token },
    data: { leaseUntil: at, updatedAt: now, failures },
  });
}
