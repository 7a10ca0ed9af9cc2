import { transaction } from "#lib/adapters/db/database";
import { type Context, requireOwnSession } from "#lib/core/context";
import type { PersonName } from "#lib/domain/accounts/schema";
import { recordAudit } from "#lib/domain/audit/record-audit";

/**
 * Changes the name of the signed-in user, which stands beside their address in all their workspaces.
 *
 * @throws {AppError} session_required; own_sign_in_required
 */
export async function changeName(ctx: Context, name: PersonName): Promise<void> {
  const id = requireOwnSession(ctx);
  await transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { name } });
    await recordAudit(tx, ctx, { action: "account.name_changed", details: { name } });
  });
}
