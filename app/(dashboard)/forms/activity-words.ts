import { countOf, formatCount } from "#lib/core/count";
import { ACTIVITY_DAYS, type FormActivity } from "#lib/submissions/count-submissions";

export function totalOf({ perDay }: FormActivity): number {
  return perDay.reduce((sum, count) => sum + count, 0);
}

/** Text alternative of the sparkline. */
export function describeActivity(activity: FormActivity): string {
  const { perDay } = activity;
  const total = totalOf(activity);
  if (total === 0) return `No messages in the last ${ACTIVITY_DAYS} days`;
  const last = perDay.at(-1) ?? 0;
  return [
    `${countOf(total, "message")} in the last ${ACTIVITY_DAYS} days`,
    `at most ${formatCount(Math.max(...perDay))} per day`,
    `${formatCount(last)} in the last 24 hours`,
  ].join(", ");
}
