import { transaction } from "#lib/adapters/db/database";
import { type Context, requireOwnSession } from "#lib/core/context";
import type { OwnTimeZone } from "#lib/domain/accounts/schema";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { rescheduleDigests } from "#lib/domain/emails/digests/schedule";

/**
 * Sets the time zone in which the signed-in user sees times, in all their workspaces.
 *
 * @param timeZone - null for that of each workspace
 * @throws {AppError} session_required; own_sign_in_required
 */
export async function changeTimeZone(ctx: Context, timeZone: OwnTimeZone): Promise<void> {
  const id = requireOwnSession(ctx);
  await transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { timeZone } });
    await rescheduleDigests(tx, { userId: id }, ctx.now);
    await recordAudit(tx, ctx, { action: "account.time_zone_changed", details: { timeZone } });
  });
}
