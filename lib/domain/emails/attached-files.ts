import type { AttachedFile, EmailAttachment } from "#lib/adapters/email/email";
import { objectStore } from "#lib/adapters/files/object-store";
import { log } from "#lib/core/telemetry/log";
import type { DueEmail } from "#lib/domain/emails/due-email";

/**
 * Files with more bytes in total aren't attached: many mailboxes reject larger emails, and all files are
 * in memory at the same time.
 */
export const MAX_ATTACHED_BYTES = 5 * 1024 * 1024;

/**
 * Returns the files to attach to a notification: all of the message's files, if the form attaches files, they're small
 * enough, and they still exist. Otherwise none, and the email links to them. Pure.
 */
export function findAttachable({
  workspaceId,
  attachesFiles,
  attachments,
}: Pick<DueEmail, "workspaceId" | "attachesFiles" | "attachments">): AttachedFile[] {
  const size = attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (!attachesFiles || size > MAX_ATTACHED_BYTES) return [];
  const found = attachments.flatMap(({ filename, contentType, sizeBytes, objectId }) =>
    objectId === null
      ? []
      : [{ filename, contentType, size: sizeBytes, key: `${workspaceId}/${objectId}` }],
  );
  return found.length === attachments.length ? found : [];
}

/** The maximum number of bytes of attached files in memory, over all emails that this process is sending. */
const MAX_IN_MEMORY = 5 * MAX_ATTACHED_BYTES;
let inMemory = 0;

/**
 * Reserves memory for an email's files while `work` runs.
 *
 * @returns null without running it while others hold too much
 */
export async function withMemoryFor<T>(
  files: readonly AttachedFile[],
  work: () => Promise<T>,
): Promise<T | null> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > 0 && inMemory + size > MAX_IN_MEMORY) return null;
  inMemory += size;
  try {
    return await work();
  } finally {
    inMemory -= size;
  }
}

/** Reads the files' content; null if one of them can't be read. */
export async function readFiles(files: readonly AttachedFile[]): Promise<EmailAttachment[] | null> {
  const read: EmailAttachment[] = [];
  try {
    for (const { key, filename, contentType } of files) {
      const body = await objectStore().read(key);
      if (!body) return null;
      const content = Buffer.from(await new Response(body).arrayBuffer());
      read.push({ filename, contentType, content });
    }
  } catch (err) {
    log().warn({ err }, "couldn't read the files of an email");
    return null;
  }
  return read;
}
