import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Import as ImportRow } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { byCreation, decodeCursor, olderThan, type Page, toPage } from "#lib/core/cursor";
import { DAY_MS } from "#lib/core/durations";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { requireForm } from "#lib/domain/forms/store";
import { type CreateImportInput, Import, type ListImportsQuery } from "#lib/domain/imports/schema";
import { IMPORT_LIMITS } from "#lib/domain/imports/sources";

const WITH_PARTS = { _count: { select: { parts: true } } } as const;

/** An import with the number of its parts. */
export type CountedRow = ImportRow & { _count: { parts: number } };

/**
 * Returns when an import can no longer be undone, in epoch milliseconds; null if it can't be. Pure.
 */
export function undoableUntil(
  row: Pick<ImportRow, "status" | "imported" | "endedAt">,
  now: Date,
): number | null {
  const hasEnded = ["completed", "canceled", "failed"].includes(row.status);
  if (!hasEnded || row.imported === 0 || !row.endedAt) return null;
  const until = row.endedAt.getTime() + IMPORT_LIMITS.undoDays * DAY_MS;
  return until > now.getTime() ? until : null;
}

export function toImport(row: CountedRow, now: Date): Import {
  return Import.parse({
    id: row.id,
    formId: row.formId,
    filename: row.filename,
    sizeBytes: Number(row.sizeBytes),
    parts: row._count.parts,
    status: row.status,
    settings: row.settings,
    rows: row.rows,
    totalRows: row.totalRows,
    imported: row.imported,
    spam: row.spam,
    duplicates: row.duplicates,
    expired: row.expired,
    skipped: row.skipped,
    undone: row.undone,
    kept: row.kept,
    problemCount: row.problemCount,
    problems: row.problems,
    failure: row.failure,
    createdAt: row.createdAt.getTime(),
    startedAt: row.startedAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
    undoUntil: undoableUntil(row, now),
  });
}

/** Imports into forms that aren't deleted. */
function ofWorkspace({ workspaceId }: Context) {
  return { workspaceId, form: { deletedAt: null } };
}

/** @throws {AppError} not_found */
export async function requireImport(tx: Db, ctx: Context, id: string): Promise<CountedRow> {
  const where = { id, ...ofWorkspace(ctx) };
  const row = isId(id) ? await tx.import.findFirst({ where, include: WITH_PARTS }) : null;
  if (!row) throw notFound();
  return row;
}

/** Finds an import like {@link requireImport}, and locks its row until the transaction ends. */
export async function lockImport(tx: Db, ctx: Context, id: string): Promise<CountedRow> {
  if (!isId(id)) throw notFound();
  await tx.$executeRaw`
    SELECT FROM imports WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  return requireImport(tx, ctx, id);
}

/** Creates the error for an action that the import's state doesn't allow. */
export function importConflict(message: string): AppError {
  return new AppError("import_conflict", message);
}

/** @throws {AppError} not_found */
export async function getImport(ctx: Context, importId: string): Promise<Import> {
  return toImport(await requireImport(db(), ctx, importId), ctx.now);
}

/** Imports of the workspace, newest first. */
export async function listImports(
  ctx: Context,
  { formId, limit, cursor }: ListImportsQuery,
): Promise<Page<Import>> {
  const rows = await db().import.findMany({
    where: {
      ...ofWorkspace(ctx),
      ...(formId ? { formId } : {}),
      ...olderThan(cursor ? decodeCursor(cursor) : null),
    },
    include: WITH_PARTS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return toPage(rows, limit, byCreation, (row) => toImport(row, ctx.now));
}

/**
 * Creates an import. The parts of its file are uploaded afterwards.
 *
 * @throws {AppError} not_found; import_limit_reached after 20 in 24 hours
 */
export async function createImport(
  ctx: Context,
  { formId, filename }: CreateImportInput,
): Promise<Import> {
  return transaction(async (tx) => {
    const form = await requireForm(tx, ctx, formId);
    await lockInTransaction(tx, `imports:${ctx.workspaceId}`);
    const since = new Date(ctx.now.getTime() - DAY_MS);
    const where = { workspaceId: ctx.workspaceId, createdAt: { gt: since } };
    if ((await tx.import.count({ where })) >= IMPORT_LIMITS.perDay)
      throw new AppError(
        "import_limit_reached",
        `A workspace can have ${IMPORT_LIMITS.perDay} imports in 24 hours. Try again tomorrow.`,
      );
    const { workspaceId, now } = ctx;
    const times = { createdAt: now, updatedAt: now };
    const row = await tx.import.create({
      data: {
        id: newId(),
        workspaceId,
        formId,
        filename,
        sizeBytes: 0,
        status: "uploading",
        ...times,
      },
      include: WITH_PARTS,
    });
    const subject = { id: row.id, name: filename };
    const details = { form: form.name };
    await recordAudit(tx, ctx, { action: "import.created", subject, details });
    return toImport(row, now);
  });
}
