import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import { db } from "#lib/db/database";
import type { SubmittedContent } from "#lib/fields/rules";

/** The number of latest messages that are read. Larger ones are skipped: one may hold 4 MiB. */
const MAX_READ = 20;
const MAX_BYTES = 16 * 1024;

/**
 * The content of a form's latest messages outside spam, the newest first. An unknown or foreign form gives
 * none.
 */
export async function readRecentContents(
  ctx: Context,
  formId: string,
): Promise<SubmittedContent[]> {
  const readFolder = (folder: string) =>
    db().submission.findMany({
      where: {
        workspaceId: ctx.workspaceId,
        formId,
        folder,
        form: { deletedAt: null },
        textBytes: { lte: MAX_BYTES },
        OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
      },
      orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
      take: MAX_READ,
      select: {
        receivedAt: true,
        fields: true,
        attachments: { select: { field: true }, orderBy: { position: "asc" } },
      },
    });
  const rows = (await Promise.all([readFolder("inbox"), readFolder("archive")])).flat();
  return rows
    .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime())
    .slice(0, MAX_READ)
    .map(({ fields, attachments }) => ({
      fields: FieldPairs.parse(fields),
      fileFields: attachments.map(({ field }) => field),
    }));
}
