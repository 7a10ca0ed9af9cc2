import { type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { monthOf } from "#lib/core/dates";
import { queueOwnerEmails } from "#lib/domain/deliveries/queue";

/** Percentages of the monthly allowance at which owners are notified. */
const ALERT_PERCENTS = [80, 100, 200];
/** Alerts that this process knows are recorded, which saves a query per later submission. */
const known = new Set<string>();
const MAX_KNOWN = 10_000;

/**
 * Emails every owner once 80, 100, or 200 % of the month's allowance are used: once per month, plan, and
 * percentage, however often and concurrently it's called. Costs nothing below 80 %.
 *
 * @param accepted - submissions accepted this month, including the latest
 * @param allowance - null if there's no limit, and so nothing to say
 * @returns whether email was queued, so that the caller triggers a drain
 */
export async function queueUsageAlert(
  ctx: Context,
  accepted: number,
  allowance: number | null,
): Promise<boolean> {
  if (allowance === null) return false;
  const percents = reachedPercents(accepted, allowance);
  if (percents.length === 0) return false;
  const month = monthOf(ctx.now).name;
  const alert = `${ctx.workspaceId} ${month} ${allowance} ${Math.max(...percents)}`;
  if (known.has(alert)) return false;
  const isQueued = await transaction((tx) => queueUsageAlertIn(tx, ctx, accepted, allowance));
  if (known.size >= MAX_KNOWN) known.clear();
  known.add(alert);
  return isQueued;
}

/**
 * Does the same as {@link queueUsageAlert} inside the transaction that causes it, such as a plan
 * change.
 */
export async function queueUsageAlertIn(
  tx: Db,
  ctx: Context,
  accepted: number,
  allowance: number,
): Promise<boolean> {
  const reached = reachedPercents(accepted, allowance);
  if (reached.length === 0) return false;
  const month = monthOf(ctx.now);
  const recorded = await tx.allowanceNotice.createManyAndReturn({
    data: reached.map((percent) => ({
      workspaceId: ctx.workspaceId,
      month: month.start,
      percent,
      allowance,
      createdAt: ctx.now,
    })),
    skipDuplicates: true,
    select: { percent: true },
  });
  const percent = Math.max(...reached);
  // A lower percentage recorded after a higher one is no longer worth an email.
  if (!recorded.some((one) => one.percent === percent)) return false;
  await queueOwnerEmails(tx, ctx, (workspaceName) => ({
    kind: "allowance",
    workspaceName,
    percent,
    accepted,
    allowance,
    month: month.name,
  }));
  return true;
}

function reachedPercents(accepted: number, allowance: number): number[] {
  return ALERT_PERCENTS.filter((percent) => accepted * 100 >= allowance * percent);
}
