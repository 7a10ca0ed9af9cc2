import { countOf, formatCount } from "#lib/core/count";
import { formatMoment, formatSpan } from "#lib/core/dates";
import type { ExportPlan } from "#lib/domain/submissions/export/export-submissions";

export function describeExport({ total, isCut, slices }: ExportPlan): string {
  const messages = countOf(total, "message");
  const parts = countOf(slices.length, "part");
  if (isCut)
    return `More than ${messages} match. The ${parts} below hold the newest ${formatCount(total)}. Narrow the filter to export the others.`;
  const found = `${messages} ${total === 1 ? "matches" : "match"}.`;
  if (slices.length === 1) return found;
  return `${found} A file holds at most 1,000 messages, so this export has ${parts}.`;
}

/** Describes the period of each file of an export: by day, or by time if a day is split. */
export function spansOf({ slices, isCut }: ExportPlan, timeZone: string | undefined): string[] {
  const edges = slices.map(({ newest, oldest }) => ({ to: timeOf(newest), from: timeOf(oldest) }));
  const isSameDay = (one: number | undefined, other: number | undefined) =>
    one !== undefined &&
    other !== undefined &&
    formatMoment(one, "day", timeZone) === formatMoment(other, "day", timeZone);
  return edges.map(({ from, to }, at) => {
    const isPartOfDay =
      isSameDay(edges[at - 1]?.from, to) ||
      isSameDay(edges[at + 1]?.to, from) ||
      (isCut && at === edges.length - 1);
    return formatSpan(from, to, isPartOfDay ? "exact" : "day", timeZone);
  });
}

function timeOf(cursor: string): number {
  return Number(cursor.split(":")[0]);
}
