import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";

/**
 * Lines that come close together are written together: a write per request would cost more than the
 * line. Where no one reads them, up to 16 MiB wait and further ones are dropped.
 */
const GATHERED = {
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
    // A serverless process may be frozen between two answers, with lines that were not written yet.
    if (settings().trustProxy === "vercel") return pino(options);
    return pino(options, pino.destination(GATHERED));
  });
}
