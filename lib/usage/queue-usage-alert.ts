import type { Context } from "#lib/core/context";
import { monthOf } from "#lib/core/moment";
import { processWide } from "#lib/core/process-wide";
import { type Db, transaction } from "#lib/db/database";
import { queueEmail } from "#lib/deliveries/queue";

/** CONTRACT section 4: the shares of the monthly allowance, in percent, at which members are mailed. */
const NOTICE_PERCENTS = [80, 100];
/** Shares that this process knows to be recorded; it spares the later messages of a month a query. */
const MAX_KNOWN = 10_000;

/**
 * Queues a mail to every member once 80 % or 100 % of the month's allowance are used: once per month,
 * plan and share, however often and by how many at once it is called. Below 80 % it costs nothing.
 *
 * @param accepted - messages accepted this month, the latest included
 * @returns whether mails were queued, so that a drain is worth asking for
 */
export async function queueUsageAlert(
  ctx: Context,
  accepted: number,
  allowance: number,
): Promise<boolean> {
  const percents = reachedPercents(accepted, allowance);
  if (percents.length === 0) return false;
  const known = processWide("allowance-noticed", () => new Set<string>());
  const share = [ctx.workspaceId, monthOf(ctx.now).name, allowance, Math.max(...percents)].join(
    " ",
  );
  if (known.has(share)) return false;
  const isNews = await transaction((tx) => noticeAllowanceIn(tx, ctx, accepted, allowance));
  if (known.size >= MAX_KNOWN) known.clear();
  known.add(share);
  return isNews;
}

/** The same within the transaction that makes it necessary, such as a change of the plan. */
export async function noticeAllowanceIn(
  tx: Db,
  ctx: Context,
  accepted: number,
  allowance: number,
): Promise<boolean> {
  const reached = reachedPercents(accepted, allowance);
  const fresh = await recordNotices(tx, ctx, allowance, reached);
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
        month: monthOf(ctx.now).name,
      },
    });
  return true;
}

function reachedPercents(accepted: number, allowance: number): number[] {
  return NOTICE_PERCENTS.filter((percent) => accepted * 100 >= allowance * percent);
}

/** @returns the shares that had not been recorded this month under this plan */
async function recordNotices(
  tx: Db,
  ctx: Context,
  allowance: number,
  percents: readonly number[],
): Promise<number[]> {
  if (percents.length === 0) return [];
  const rows = await tx.allowanceNotice.createManyAndReturn({
    data: percents.map((percent) => ({
      workspaceId: ctx.workspaceId,
      month: monthOf(ctx.now).start,
      percent,
      allowance,
      createdAt: ctx.now,
    })),
    skipDuplicates: true,
    select: { percent: true },
  });
  return rows.map((row) => row.percent);
}
