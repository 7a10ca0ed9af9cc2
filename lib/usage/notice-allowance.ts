import type { Context } from "#lib/core/context";
import { type Db, db, transaction } from "#lib/db/database";
import { queueEmail } from "#lib/outbox/queue-email";
import { monthOf } from "#lib/usage/month";

/** CONTRACT section 4: the shares of the monthly allowance, in percent, at which members are mailed. */
const NOTICE_PERCENTS = [80, 100];

/**
 * Queues a mail to every member once 80 % or 100 % of the month's allowance are used: once per month
 * and share, however often and by how many at once it is called. Below 80 % it costs nothing.
 *
 * @param accepted - messages accepted this month, the latest included
 * @returns whether mails were queued, so that a drain is worth asking for
 */
export async function noticeAllowance(
  ctx: Context,
  accepted: number,
  allowance: number,
): Promise<boolean> {
  const reached = NOTICE_PERCENTS.filter((percent) => accepted * 100 >= allowance * percent);
  if (reached.length === 0) return false;
  const month = monthOf(ctx.now);
  if (await isRecorded(ctx, month.start, reached)) return false;
  return transaction(async (tx) => {
    const fresh = await recordNotices(tx, ctx, month.start, reached);
    const percent = Math.max(...fresh);
    // A lower share that is reached late, after the higher one, is no news.
    if (fresh.length === 0 || percent < Math.max(...reached)) return false;
    const workspace = await tx.workspace.findUniqueOrThrow({
      where: { id: ctx.workspaceId },
      select: { name: true, memberships: { select: { user: { select: { email: true } } } } },
    });
    for (const { user } of workspace.memberships)
      await queueEmail(tx, ctx, {
        to: user.email,
        data: {
          kind: "allowance",
          workspaceName: workspace.name,
          percent,
          accepted,
          allowance,
          month: month.name,
        },
      });
    return true;
  });
}

/** Spares the later messages of the month a transaction. */
async function isRecorded(
  ctx: Context,
  monthStart: Date,
  percents: readonly number[],
): Promise<boolean> {
  const count = await db().allowanceNotice.count({
    where: { workspaceId: ctx.workspaceId, month: monthStart, percent: { in: [...percents] } },
  });
  return count === percents.length;
}

/** @returns the shares that had not been recorded this month */
async function recordNotices(
  tx: Db,
  ctx: Context,
  monthStart: Date,
  percents: readonly number[],
): Promise<number[]> {
  const rows = await tx.allowanceNotice.createManyAndReturn({
    data: percents.map((percent) => ({
      workspaceId: ctx.workspaceId,
      month: monthStart,
      percent,
      createdAt: ctx.now,
    })),
    skipDuplicates: true,
    select: { percent: true },
  });
  return rows.map((row) => row.percent);
}
