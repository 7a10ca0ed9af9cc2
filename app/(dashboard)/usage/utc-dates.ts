/** Usage is counted by UTC days and months, wherever its owner is. */
function format(at: number | string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(new Date(at));
}

/** "November 2026", of an instant or of `2026-11`. */
export function monthName(at: number | string): string {
  return format(at, { month: "long", year: "numeric" });
}

/** "Nov". */
export function shortMonth(month: string): string {
  return format(month, { month: "short" });
}

/** "14 November", of an instant or of `2026-11-14`. */
export function dayName(at: number | string): string {
  return format(at, { day: "numeric", month: "long" });
}
