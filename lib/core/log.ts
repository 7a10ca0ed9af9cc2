import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";

/**
 * Lines are written in batches, since a write per request costs more than the line. If nothing reads
 * the pipe, up to 16 MiB wait and the rest is dropped.
 */
const BATCHED = {
  dest: 1,
  sync: false,
  minLength: 4_096,
  maxLength: 16 * 1024 * 1024,
  periodicFlush: 100,
} as const;

/** JSON lines on a pipe, readable lines on a terminal. Never bodies, tokens, keys or addresses. */
export function log(): Logger {
  return processWide("log", () => {
    const options = {
      level: settings().nodeEnv === "test" ? "fatal" : "info",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    if (process.stdout.isTTY) return pino(options, pretty());
    // A serverless process may be frozen between requests, before a batch is written.
    if (settings().trustProxy === "vercel") return pino(options);
    return pino(options, pino.destination(BATCHED));
  });
}
