import { db } from "#lib/adapters/db/database";
import { objectStore } from "#lib/adapters/files/object-store";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { previewKind } from "#lib/domain/submissions/preview-types";
import type { Attachment } from "#lib/domain/submissions/schema";
import { objectKey, reachableWhere } from "#lib/domain/submissions/store";

/** A stored file. @throws {AppError} not_found, attachment_expired, attachment_unavailable */
async function requireFile(ctx: Context, submissionId: string, attachmentId: string) {
  if (!isId(submissionId) || !isId(attachmentId)) throw notFound();
  const row = await db().attachment.findFirst({
    where: {
      workspaceId: ctx.workspaceId,
      id: attachmentId,
      submissionId,
      submission: reachableWhere(ctx),
    },
    include: { object: true },
  });
  if (!row) throw notFound();
  if (row.expiresAt <= ctx.now)
    throw new AppError(
      "attachment_expired",
      "This file's retention period has ended and it was deleted.",
    );
  if (row.object?.status !== "stored") throw unavailable();
  const { filename, contentType, sizeBytes, object } = row;
  return { filename, contentType, sizeBytes, key: objectKey(ctx.workspaceId, object.id) };
}

function unavailable(): AppError {
  return new AppError("attachment_unavailable", "This file is no longer available.");
}

async function withBody<File extends { key: string }>(file: File) {
  const body = await objectStore().read(file.key);
  if (!body) throw unavailable();
  return { ...file, body };
}

/**
 * Reads the content of one file; its storage URL is never exposed.
 *
 * @throws {AppError} not_found, attachment_expired, attachment_unavailable, storage_unavailable
 */
export async function readAttachment(ctx: Context, submissionId: string, attachmentId: string) {
  return withBody(await requireFile(ctx, submissionId, attachmentId));
}

/**
 * Reads the content of an image or a PDF, to show it in the browser.
 *
 * @throws {AppError} not_found, attachment_expired, attachment_unavailable (also for files of other types),
 *   storage_unavailable
 */
export async function readPreview(ctx: Context, submissionId: string, attachmentId: string) {
  const file = await requireFile(ctx, submissionId, attachmentId);
  const kind = previewKind(file.contentType);
  if (kind === null)
    throw new AppError(
      "attachment_unavailable",
      "Only images and PDF files have a preview. Download this file instead.",
    );
  return { ...(await withBody(file)), kind };
}

/**
 * Reads the content of a file for an export; null if it isn't available or was deleted since. A
 * storage failure is thrown, so that the export fails.
 */
export async function findAttachment(
  ctx: Context,
  submissionId: string,
  { id, status }: Attachment,
): Promise<ReadableStream<Uint8Array> | null> {
  if (status !== "available") return null;
  try {
    return (await readAttachment(ctx, submissionId, id)).body;
  } catch (failure) {
    if (failure instanceof AppError && failure.status === 404) return null;
    throw failure;
  }
}
