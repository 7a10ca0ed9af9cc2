import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import { db } from "#lib/db/database";

/** The fields of a form's newest message in the inbox, for previews; null if there's none. */
export async function readNewestFields(ctx: Context, formId: string): Promise<FieldPairs | null> {
  const row = await db().submission.findFirst({
    where: {
      workspaceId: ctx.workspaceId,
      formId,
      folder: "inbox",
      form: { deletedAt: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
    },
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    select: { fields: true },
  });
  return row && FieldPairs.parse(row.fields);
}
