import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import type { NotificationPlan } from "#lib/notifications/schema";

type Recipients = NotificationPlan["recipients"];

/** The form's own recipients that are verified, in their order. */
export async function findFormRecipients(
  tx: Db,
  ctx: Context,
  formId: string,
): Promise<Recipients> {
  const rows = await tx.formRecipient.findMany({
    where: {
      formId,
      form: { workspaceId: ctx.workspaceId },
      recipient: { verifiedAt: { not: null } },
    },
    orderBy: { position: "asc" },
    include: { recipient: { select: { id: true, email: true } } },
  });
  return rows.map(({ recipient }) => recipient);
}

/** All verified recipients of the workspace: whom routing rules can name. */
export function findVerifiedRecipients(tx: Db, ctx: Context): Promise<Recipients> {
  return tx.recipient.findMany({
    where: { workspaceId: ctx.workspaceId, verifiedAt: { not: null } },
    select: { id: true, email: true },
  });
}
