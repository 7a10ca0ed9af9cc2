const number = new Intl.NumberFormat("en-US");

/** 12,480 */
export function formatCount(count: number): string {
  return number.format(count);
}

/** "1 message", "12,480 messages". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** Bytes in the unit that reads best: "3 bytes", "1.4 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit] ?? "bytes"}`;
}
