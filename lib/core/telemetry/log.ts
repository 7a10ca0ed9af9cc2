import { type Logger, type LoggerOptions, pino } from "pino";
import { settings } from "#lib/core/settings/settings";
import { singleton } from "#lib/core/singleton";

/**
 * Lines are written in batches, because a write per request costs more than the line. If the pipe
 * isn't read, up to 16 MiB wait and the rest is dropped.
 */
const BATCHED = {
  dest: 1,
  sync: false,
  minLength: 4_096,
  maxLength: 16 * 1024 * 1024,
  periodicFlush: 100,
} as const;

const WARN = 40;
const WINDOW_MS = 10_000;

/** Warnings and errors that repeat in an outage are counted instead of written. */
function sampleFailures(): LoggerOptions["hooks"] {
  const { admit, takeLeftOut } = createLineSampler();
  const report = () => {
    for (const [line, count] of takeLeftOut())
      log().warn({ line, count }, "more of the same line in 10 seconds");
  };
  setInterval(report, WINDOW_MS).unref();
  return {
    logMethod(args, method, level) {
      if (level < WARN || admit(lineOf(args[0], args[1]))) method.apply(this, args);
    },
  };
}

/** The process log: one JSON line per event. Never bodies, tokens, keys, or addresses. */
export function log(): Logger {
  return singleton("log", () => {
    const options = {
      level: settings().nodeEnv === "test" ? "fatal" : "info",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: sampleFailures(),
      formatters: { level: (label: string) => ({ level: label }) },
    };
    // A person reads each line when it's written, and a serverless process may be frozen between requests.
    if (process.stdout.isTTY || settings().trustProxy === "vercel") return pino(options);
    return pino(options, pino.destination(BATCHED));
  });
}

/** How often the same line is written per window; the others are counted. */
const MAX_PER_WINDOW = 5;
/**
 * The maximum number of different lines that are counted at the same time. Beyond that, lines are written
 * without a limit.
 */
const MAX_LINES = 500;

/**
 * Keeps an outage from filling the log: of a line that repeats, the first 5 of 10 seconds are written,
 * and then how many more there were.
 */
export function createLineSampler() {
  let counts = new Map<string, number>();
  return {
    /** Decides whether a line is written. */
    admit(line: string): boolean {
      const count = (counts.get(line) ?? 0) + 1;
      if (count > 1 || counts.size < MAX_LINES) counts.set(line, count);
      return count <= MAX_PER_WINDOW;
    },

    /** Ends a window. Returns the lines that were left out of it, and how often. */
    takeLeftOut(): [line: string, count: number][] {
      const ended = [...counts].filter(([, count]) => count > MAX_PER_WINDOW);
      counts = new Map();
      return ended.map(([line, count]) => [line, count - MAX_PER_WINDOW]);
    },
  };
}

/**
 * Returns the common part of repeated failures: the message, and the kind of error without IDs and
 * numbers.
 */
export function lineOf(fields: unknown, message: unknown): string {
  const { err } = fields instanceof Object && "err" in fields ? fields : { err: undefined };
  if (!(err instanceof Error)) return String(message ?? fields);
  const code = "code" in err ? String(err.code) : err.message.replaceAll(/[\da-f-]{8,}|\d+/gi, "#");
  return `${message} (${err.name}: ${code})`;
}
