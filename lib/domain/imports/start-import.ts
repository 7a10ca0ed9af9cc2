import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { rejectInvalid } from "#lib/core/errors";
import { recordAudit } from "#lib/domain/audit/record-audit";
import type { AuditAction } from "#lib/domain/audit/schema";
import { requireForm } from "#lib/domain/forms/store";
import { deleteImportFile } from "#lib/domain/imports/import-file";
import {
  type CountedRow,
  importConflict,
  lockImport,
  requireImport,
  toImport,
  undoableUntil,
} from "#lib/domain/imports/imports";
import { guessImport } from "#lib/domain/imports/preview-import";
import type { Import, StartImportInput } from "#lib/domain/imports/schema";
import type { ImportStatus } from "#lib/domain/imports/sources";

const RUNNING = ["checking", "importing", "undoing"];

/** The initial counts of a run. */
const NONE = {
  rows: 0,
  imported: 0,
  spam: 0,
  duplicates: 0,
  expired: 0,
  skipped: 0,
  problemCount: 0,
  problems: [],
  failure: null,
  failures: 0,
};

/**
 * Requires that no other import is running. Imports into deleted forms end here: they'd otherwise block new ones
 * until maintenance runs.
 *
 * @throws {AppError} import_conflict while another import of the workspace runs
 */
async function requireNoOther(tx: Db, { workspaceId, now }: Context): Promise<void> {
  await lockInTransaction(tx, `imports:${workspaceId}`);
  await tx.import.updateMany({
    where: { workspaceId, status: { in: RUNNING }, form: { deletedAt: { not: null } } },
    data: { status: "canceled", endedAt: now, updatedAt: now },
  });
  const where = { workspaceId, status: { in: RUNNING } };
  if ((await tx.import.count({ where })) > 0)
    throw importConflict("Another import of this workspace is running. Wait until it has ended.");
}

async function change(
  tx: Db,
  ctx: Context,
  row: CountedRow,
  status: ImportStatus,
  data: Omit<Prisma.ImportUncheckedUpdateInput, "status">,
): Promise<Import> {
  await tx.import.update({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: row.id } },
    data: { ...data, status, updatedAt: ctx.now, leaseId: null, leaseUntil: null },
  });
  return toImport(await requireImport(tx, ctx, row.id), ctx.now);
}

async function audit(
  tx: Db,
  ctx: Context,
  row: CountedRow,
  action: AuditAction,
  details: Record<string, string | number> = {},
): Promise<void> {
  const { name: form } = await requireForm(tx, ctx, row.formId);
  const subject = { id: row.id, name: row.filename };
  await recordAudit(tx, ctx, { action, subject, details: { form, ...details } });
}

/**
 * Starts an import, or its dry run. A job works it off.
 *
 * @throws {AppError} not_found; import_conflict if it was already imported or another one runs; import_unreadable;
 *   validation_failed when day and month could be the other way round and no one has decided
 */
export async function startImport(
  ctx: Context,
  importId: string,
  { settings: given = {}, dryRun }: StartImportInput,
): Promise<Import> {
  const found = await requireImport(db(), ctx, importId);
  const { settings, isDateAmbiguous } = await guessImport(ctx, found, given);
  if (isDateAmbiguous)
    rejectInvalid([
      {
        path: "settings.dateFormat",
        message: "is required, because day and month of the dates could be the other way round",
      },
    ]);
  return transaction(async (tx) => {
    await requireNoOther(tx, ctx);
    const row = await lockImport(tx, ctx, importId);
    if (row.status !== "uploading" && row.status !== "ready")
      throw importConflict("This import was already started. Create another one to import again.");
    if (row.sizeBytes !== found.sizeBytes)
      throw importConflict("The file has changed since. Preview it again.");
    if (!dryRun) await audit(tx, ctx, row, "import.started");
    const status = dryRun ? "checking" : "importing";
    return change(tx, ctx, row, status, { ...NONE, settings, startedAt: ctx.now });
  });
}

/**
 * Ends an import. Messages that are already imported remain, and can be undone.
 *
 * @throws {AppError} not_found; import_conflict once it has ended
 */
export async function cancelImport(ctx: Context, importId: string): Promise<Import> {
  return transaction(async (tx) => {
    const row = await lockImport(tx, ctx, importId);
    if (!["uploading", "checking", "ready", "importing"].includes(row.status))
      throw importConflict("This import has already ended.");
    await deleteImportFile(tx, row);
    await audit(tx, ctx, row, "import.canceled");
    const isImporting = row.status === "importing";
    return change(tx, ctx, row, "canceled", {
      endedAt: ctx.now,
      // A dry run imported nothing of what it counted.
      ...(isImporting ? {} : { imported: 0, spam: 0 }),
    });
  });
}

/**
 * Starts to delete the messages of an import, except those that someone has changed since. A job does the work.
 *
 * @throws {AppError} not_found; import_conflict 7 days after its end, and while another import runs
 */
export async function undoImport(ctx: Context, importId: string): Promise<Import> {
  return transaction(async (tx) => {
    await requireNoOther(tx, ctx);
    const row = await lockImport(tx, ctx, importId);
    if (undoableUntil(row, ctx.now) === null)
      throw importConflict(
        "This import can't be undone: it added no messages, or it ended more than 7 days ago.",
      );
    await audit(tx, ctx, row, "import.undone", { messages: row.imported });
    return change(tx, ctx, row, "undoing", { failures: 0 });
  });
}
