import { type Db, db, transaction } from "#lib/adapters/db/database";
import { objectStore } from "#lib/adapters/files/object-store";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { importConflict, lockImport, requireImport, toImport } from "#lib/domain/imports/imports";
import { ImportFault } from "#lib/domain/imports/read-csv";
import type { AddImportPartInput, Import } from "#lib/domain/imports/schema";
import { objectKey } from "#lib/domain/submissions/store";

type ImportKey = { workspaceId: string; id: string };

function requireRoom(sizeBytes: bigint, added: number): void {
  const { importLimitMb } = settings();
  if (Number(sizeBytes) + added > importLimitMb * 1024 * 1024)
    throw new AppError(
      "import_too_large",
      `A file can be at most ${importLimitMb} MB. Export shorter periods, and import several files.`,
    );
}

/**
 * Stores the next part of an import's file. A part that's already here is left as it is, so that a call can be repeated.
 *
 * @throws {AppError} not_found; import_conflict once it was started, and for a part out of order; import_too_large;
 *   storage_unavailable
 */
export async function addImportPart(
  ctx: Context,
  importId: string,
  { number, data }: AddImportPartInput,
): Promise<Import> {
  const bytes = Buffer.from(data, "base64");
  const known = await requireImport(db(), ctx, importId);
  if (number < known._count.parts) return toImport(known, ctx.now);
  requireRoom(known.sizeBytes, bytes.byteLength);
  const objectId = await storePart(ctx, bytes);
  return transaction(async (tx) => {
    const row = await lockImport(tx, ctx, importId);
    if (row.status !== "uploading")
      throw importConflict("This import was already started. Create another one for another file.");
    if (number < row._count.parts) return toImport(row, ctx.now);
    if (number > row._count.parts)
      throw importConflict(`Part ${row._count.parts} is the next one. Send the parts in order.`);
    requireRoom(row.sizeBytes, bytes.byteLength);
    const { workspaceId } = ctx;
    const sizeBytes = bytes.byteLength;
    await tx.storedObject.update({
      where: { workspaceId_id: { workspaceId, id: objectId } },
      data: { status: "stored" },
    });
    await tx.importPart.create({ data: { workspaceId, importId, number, objectId, sizeBytes } });
    await tx.import.update({
      where: { workspaceId_id: { workspaceId, id: importId } },
      data: { sizeBytes: row.sizeBytes + BigInt(sizeBytes), updatedAt: ctx.now },
    });
    return toImport(await requireImport(tx, ctx, importId), ctx.now);
  });
}

/**
 * Writes the row first (`pending`), then the object. Maintenance removes objects that belong to no
 * import.
 */
async function storePart(ctx: Context, bytes: Uint8Array): Promise<string> {
  const id = newId();
  const { workspaceId, now } = ctx;
  const sizeBytes = bytes.byteLength;
  await db().storedObject.create({
    data: { id, workspaceId, status: "pending", sizeBytes, createdAt: now },
  });
  const key = objectKey(workspaceId, id);
  await objectStore().write(key, bytes, sizeBytes, "application/octet-stream");
  return id;
}

/**
 * Yields the bytes of an import's file, reading one part after another.
 *
 * @throws {ImportFault} if a part is gone
 * @throws {AppError} storage_unavailable
 */
export async function* readImportFile({ workspaceId, id }: ImportKey): AsyncGenerator<Uint8Array> {
  const parts = await db().importPart.findMany({
    where: { workspaceId, importId: id },
    orderBy: { number: "asc" },
  });
  for (const { objectId } of parts) {
    const stream = await objectStore().read(objectKey(workspaceId, objectId));
    if (!stream) throw new ImportFault("The uploaded file is gone. Upload it again.");
    yield* stream;
  }
}

/** Deletes an import's file: the rows now, the bytes with the next maintenance. */
export async function deleteImportFile(tx: Db, { workspaceId, id }: ImportKey): Promise<void> {
  await tx.importPart.deleteMany({ where: { workspaceId, importId: id } });
}
