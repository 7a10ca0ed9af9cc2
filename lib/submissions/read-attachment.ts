import { objectStore } from "#lib/clients/object-store";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { objectKey } from "#lib/submissions/object-key";
import { reachable } from "#lib/submissions/store";

type AttachmentContent = {
  filename: string;
  contentType: string;
  sizeBytes: number;
  body: ReadableStream<Uint8Array>;
};

/**
 * The bytes of one file; never a public address of it.
 *
 * @throws {AppError} not_found, attachment_expired, attachment_unavailable, storage_unavailable
 */
export async function readAttachment(
  ctx: Context,
  submissionId: string,
  attachmentId: string,
): Promise<AttachmentContent> {
  if (!isId(submissionId) || !isId(attachmentId)) throw notFound();
  const row = await db().attachment.findFirst({
    where: { id: attachmentId, submissionId, submission: reachable(ctx) },
    include: { object: true },
  });
  if (!row) throw notFound();
  if (row.expiresAt <= ctx.now)
    throw new AppError("attachment_expired", "This file was kept for its time and then deleted.");
  const unavailable = () => new AppError("attachment_unavailable", "This file is not available.");
  if (row.object?.status !== "stored") throw unavailable();
  const body = await objectStore().read(objectKey(ctx.workspaceId, row.object.id));
  if (!body) throw unavailable();
  return { filename: row.filename, contentType: row.contentType, sizeBytes: row.sizeBytes, body };
}
