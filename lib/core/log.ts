import { type Logger, type LoggerOptions, pino } from "pino";
import { createLineSampler, lineOf } from "#lib/core/line-sampler";
import { settings } from "#lib/core/settings";
import { singleton } from "#lib/core/singleton";

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

const WARN = 40;
const REPORT_EVERY_MS = 1_000;

/** Warnings and errors that repeat in an outage are counted instead of written. */
function sampleFailures(): LoggerOptions["hooks"] {
  const { admit, takeEnded } = createLineSampler();
  const report = () => {
    for (const { line, count } of takeEnded())
      log().warn({ line, count }, "more of the same line in 10 seconds");
  };
  setInterval(report, REPORT_EVERY_MS).unref();
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
