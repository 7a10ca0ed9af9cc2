import { z } from "zod";
import { isPasswordRight } from "#lib/accounts/password";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { type Db, db, transaction } from "#lib/db/database";

export const DeleteWorkspaceInput = z.strictObject({
  currentPassword: z.string("must be text"),
});
export type DeleteWorkspaceInput = z.output<typeof DeleteWorkspaceInput>;

/**
 * Deletes the workspace with all that it holds, and the accounts of members that have no other one.
 * All of it is unreachable when this returns: sessions and tokens are dead, forms take no posts,
 * nothing more is sent. Maintenance then removes the rows and files in batches.
 *
 * @throws {AppError} session_required unless a signed-in member asks; credentials_invalid
 */
export async function deleteWorkspace(ctx: Context, input: DeleteWorkspaceInput): Promise<void> {
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "user") throw new AppError("session_required", "Sign in first.");
  const user = await db().user.findUnique({ where: { id: actor.userId } });
  if (!(await isPasswordRight(user?.passwordHash ?? null, input.currentPassword)))
    throw new AppError("credentials_invalid", "The password is not right.");
  await transaction(async (tx) => {
    const { count } = await tx.workspace.updateMany({
      where: { id: workspaceId, deletedAt: null },
      data: { deletedAt: ctx.now },
    });
    if (count === 0) throw new AppError("session_required", "Sign in first.");
    await closeDoors(tx, ctx);
    await removeMembers(tx, ctx);
  });
}

/** Ends every way in, and every reason to send something. */
async function closeDoors(tx: Db, ctx: Context): Promise<void> {
  const { workspaceId } = ctx;
  await tx.session.deleteMany({ where: { workspaceId } });
  await tx.token.deleteMany({ where: { workspaceId } });
  await tx.form.updateMany({
    where: { workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now },
  });
  await tx.webhook.updateMany({
    where: { workspaceId, deletedAt: null },
    data: { deletedAt: ctx.now, url: "", sealedSecret: null },
  });
  await tx.turnstileWidget.deleteMany({ where: { form: { workspaceId } } });
  // Their links of verification go along.
  await tx.recipient.deleteMany({ where: { workspaceId } });
}

async function removeMembers(tx: Db, { workspaceId }: Context): Promise<void> {
  await tx.user.deleteMany({
    where: {
      memberships: { some: { workspaceId }, every: { workspaceId } },
    },
  });
  await tx.membership.deleteMany({ where: { workspaceId } });
}
