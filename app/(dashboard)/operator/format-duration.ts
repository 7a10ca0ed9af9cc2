import { countOf } from "#lib/core/count";

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;

/** A duration in the largest unit that fits: "45 seconds", "3 hours". */
export function formatDuration(seconds: number): string {
  const [size, unit] = UNITS.find(([unitSeconds]) => seconds >= unitSeconds) ?? [1, "second"];
  return countOf(Math.floor(seconds / size), unit);
}
