import { db } from "#lib/adapters/db/database";
import { objectStore } from "#lib/adapters/files/object-store";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { objectKey } from "#lib/domain/submissions/store";

/** A visitor's file with the type that its name and content agree on. */
export type SentFile = { field: string; filename: string; contentType: string; bytes: Uint8Array };

export type StoredFile = Awaited<ReturnType<typeof storeFiles>>[number];

/**
 * Writes files before the submission is accepted: the row first (`pending`), then the object, so that
 * every object has a row. Acceptance makes the rows `stored`; maintenance removes the files of
 * submissions that were never accepted. A failed write may still arrive, so its row stays `pending` for
 * an hour.
 *
 * @throws {AppError} storage_unavailable
 */
export async function storeFiles(ctx: Context, files: readonly SentFile[]) {
  if (files.length === 0) return [];
  const stored = files.map(({ bytes, ...file }) => ({
    ...file,
    id: newId(),
    objectId: newId(),
    size: bytes.byteLength,
  }));
  await db().storedObject.createMany({
    data: stored.map(({ objectId, size }) => ({
      id: objectId,
      workspaceId: ctx.workspaceId,
      status: "pending",
      sizeBytes: size,
      createdAt: ctx.now,
    })),
  });
  for (const [index, { objectId, size, contentType }] of stored.entries()) {
    const bytes = files[index]?.bytes ?? new Uint8Array();
    const key = objectKey(ctx.workspaceId, objectId);
    await objectStore().write(key, bytes, size, contentType);
  }
  return stored;
}

/** Marks files for deletion when their submission wasn't stored after all. */
export async function discardFiles(ctx: Context, files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return;
  await db().storedObject.updateMany({
    where: {
      workspaceId: ctx.workspaceId,
      id: { in: files.map(({ objectId }) => objectId) },
      status: "pending",
    },
    data: { status: "deleting" },
  });
}
