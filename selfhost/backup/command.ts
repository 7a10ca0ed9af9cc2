import { AppError } from "#lib/core/errors";
import { reportFailure, StartError } from "#selfhost/lifecycle";

/** One line for what the database, the system or the storage reports; anything else is our own bug. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartError || !("code" in error)) return error;
  const { cause } = error;
  const reason = error instanceof AppError && cause instanceof Error ? `: ${cause.message}` : "";
  return new StartError(`${error.message || error.code}${reason}`);
}

/**
 * Runs a command that cleans up after itself when a signal stops it. Its exit code is 1 if it fails.
 *
 * @param what - how the line begins that reports a failure
 */
export async function runCommand(
  what: string,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => controller.abort());
  try {
    await run(controller.signal);
  } catch (error) {
    reportFailure(what, controller.signal.aborted ? new StartError("stopped") : explain(error));
    process.exitCode = 1;
  }
}

/** A duration since `startedAt` (ms), for people. */
export function secondsSince(startedAt: number): string {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
