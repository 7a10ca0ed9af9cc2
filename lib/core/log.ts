import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";

/** JSON lines on a pipe, readable lines on a terminal. Never bodies, tokens, keys or addresses. */
export function log(): Logger {
  return processWide("log", () => {
    const options = {
      level: settings().nodeEnv === "test" ? "fatal" : "info",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    };
    return process.stdout.isTTY ? pino(options, pretty()) : pino(options);
  });
}
