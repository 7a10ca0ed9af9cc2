/** The same line is written this often per window; the others are counted. */
const MAX_PER_WINDOW = 5;
const WINDOW_MS = 10_000;
/** Different lines that are counted at once. Past that, lines are written without a limit. */
const MAX_LINES = 500;

type Counted = { startedAt: number; written: number; left: number };

/** Lines that were left out of a window that has ended. */
export type LeftOut = { line: string; count: number };

/**
 * Keeps an outage from filling the log: of a line that repeats, the first 5 of 10 seconds are written,
 * and then how many more there were.
 *
 * @param now - milliseconds of a clock that never goes back
 */
export function createLineSampler(now: () => number = () => performance.now()) {
  const lines = new Map<string, Counted>();

  return {
    /** Decides if a line is written. */
    admit(line: string): boolean {
      const counted = lines.get(line);
      if (!counted) {
        if (lines.size < MAX_LINES) lines.set(line, { startedAt: now(), written: 1, left: 0 });
        return true;
      }
      if (counted.written < MAX_PER_WINDOW) counted.written += 1;
      else counted.left += 1;
      return counted.left === 0;
    },

    /** Ends the windows that are over. Call it regularly. */
    takeEnded(): LeftOut[] {
      const ended = [...lines].filter(([, { startedAt }]) => now() - startedAt >= WINDOW_MS);
      for (const [line] of ended) lines.delete(line);
      return ended.flatMap(([line, { left }]) => (left > 0 ? [{ line, count: left }] : []));
    },
  };
}

/** The part of a failure that makes two the same line: the message, and the kind of error without its particulars. */
export function lineOf(fields: unknown, message: unknown): string {
  const { err } = fields instanceof Object && "err" in fields ? fields : { err: undefined };
  if (!(err instanceof Error)) return String(message ?? fields);
  const code = "code" in err ? String(err.code) : err.message.replaceAll(/[\da-f-]{8,}|\d+/gi, "#");
  return `${message} (${err.name}: ${code})`;
}
