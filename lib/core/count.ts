const numbers = new Intl.NumberFormat("en-US");

/** 12,480 */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/**
 * A count and its noun: "1 message", "12,480 messages".
 *
 * @param many - the plural, where it isn't the singular with an s
 */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** Formats bytes in the most readable unit, with 1 KB = 1,000 bytes: "1 byte", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, "byte");
  let value = bytes / 1000;
  let unit = 0;
  // A value that would round to 1000 moves up to the next unit.
  while (Math.round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(value < 9.95 ? 1 : 0)} ${UNITS[unit]}`;
}
