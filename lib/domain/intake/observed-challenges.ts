import { db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { MINUTE_MS } from "#lib/core/durations";
import { Observation } from "#lib/domain/forms/turnstile/schema";
import { findWidget } from "#lib/domain/forms/turnstile/turnstile";
import type { ObservedChallenge } from "#lib/domain/forms/turnstile/verify-challenge";
import { rejectionsSince } from "#lib/domain/intake/schema";

/**
 * Results are counted in the table of rejections. Their codes have this prefix, which no error code
 * has.
 */
const PREFIX = "challenge_";

export type ObservedCode = `${typeof PREFIX}${ObservedChallenge}`;

export const observedCode = (result: ObservedChallenge): ObservedCode => `${PREFIX}${result}`;

/** The condition for rows of `rejected_submissions` that are rejections. */
export const IS_REJECTION = Prisma.sql`NOT starts_with(code, ${PREFIX})`;

/** The number of each challenge result while a form's widget observed, in the last 7 days. */
export type ObservedCounts = Record<ObservedChallenge, number>;

/** Reads how a widget observes, and its results since it was saved; null if it doesn't observe. */
export async function getObservation(ctx: Context, formId: string) {
  const widget = await findWidget(db(), ctx, formId);
  if (!widget?.observes) return null;
  const savedAt = widget.updatedAt.getTime() - MINUTE_MS;
  const start = Math.max(savedAt, rejectionsSince(ctx.now).getTime());
  const rows = await db().rejectedSubmission.groupBy({
    by: ["code"],
    where: {
      workspaceId: ctx.workspaceId,
      formId,
      minute: { gt: new Date(start) },
      code: { startsWith: PREFIX },
    },
    _sum: { count: true },
  });
  const of = (result: ObservedChallenge) =>
    rows.find(({ code }) => code === observedCode(result))?._sum.count ?? 0;
  const counts: ObservedCounts = {
    passed: of("passed"),
    failed: of("failed"),
    missing: of("missing"),
  };
  return { observes: Observation.parse(widget.observes), counts };
}
