/** The UTC calendar month around `now`; `end` is the first moment of the next one. */
export function monthOf(now: Date): { name: string; start: Date; end: Date } {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return { name: start.toISOString().slice(0, 7), start, end };
}
