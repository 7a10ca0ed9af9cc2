import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { loadEnvironment } from "#server/start/checkout";
import { reportFailure, StartError } from "#server/start/lifecycle";

/** Runs a command. A failure is reported in a line that begins with `what`, and becomes the exit code. */
export async function runCommand(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    reportFailure(what, error);
    process.exitCode = 1;
  }
}

/**
 * Returns one line for errors of the database, the system, or the storage. Any other error is our
 * own bug.
 */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartError || !("code" in error)) return error;
  const { cause } = error;
  const reason = error instanceof AppError && cause instanceof Error ? `: ${cause.message}` : "";
  return new StartError(`${error.message || error.code}${reason}`);
}

/** Runs a command that cleans up after itself when a signal stops it. */
export function runStoppable(
  what: string,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => controller.abort());
  return runCommand(what, () =>
    run(signal).catch((error: unknown) => {
      throw signal.aborted ? new StartError("stopped") : explain(error);
    }),
  );
}

const TIMEOUT_MS = 5_000;

/** Checks that this process responds, for a container: its image has no program for HTTP. */
export function runHealthCheck(): Promise<void> {
  return runCommand("Not healthy", async () => {
    loadEnvironment();
    const { port, host = "localhost" } = settings();
    const address = host === "0.0.0.0" || host === "::" ? "localhost" : host;
    const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}/api/live`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => null,
    );
    if (!response?.ok) throw new StartError(`${url}: ${response?.status ?? "no response"}`);
  });
}
