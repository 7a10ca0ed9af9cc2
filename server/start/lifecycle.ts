import { setTimeout as sleep } from "node:timers/promises";
import { MigrationError } from "#lib/adapters/db/migrate";
import { SettingsError } from "#lib/core/settings/settings-error";

const FORCE_AFTER_MS = 2000;
const STARTING_LIMIT_MS = 15_000;
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/** Thrown for a reason not to start that its one line explains; no stack is shown for it. */
export class StartError extends Error {
  override name = "StartError";
}

/** Reports one line for problems that a person can fix, and the stack for our own bugs. */
export function reportFailure(what: string, error: unknown): void {
  const isExplained = [StartError, SettingsError, MigrationError].some(
    (explained) => error instanceof explained,
  );
  const reason = error instanceof Error && !isExplained ? error.stack : String(error);
  console.error(`${what}: ${isExplained && error instanceof Error ? error.message : reason}`);
}

/** Stops everything that this process has started, in reverse order, however the process ends. */
export class Lifecycle {
  private readonly stops: (() => unknown)[] = [];
  private readonly controller = new AbortController();
  private ending: Promise<never> | undefined;
  private endingSince = 0;
  /** The startup in progress. Stopping waits for it, so that nothing is started unnoticed. */
  starting: Promise<unknown> = Promise.resolve();
  /** True once startup has completed: a signal before that is an aborted start, with an exit code. */
  isReady = false;

  /** Aborted as soon as stopping begins. */
  readonly signal = this.controller.signal;

  constructor() {
    for (const [name, number] of Object.entries(SIGNALS))
      process.on(name, () => this.onSignal(128 + number));
    // If no one reads the output, logging the error would fail again. The service keeps running.
    for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
    process.on("uncaughtException", (error) => {
      reportFailure("Stopping after an error", error);
      this.end(1);
    });
    process.on("unhandledRejection", (error) => reportFailure("Unhandled error", error));
  }

  private onSignal(codeBeforeReady: number): void {
    if (!this.ending) {
      console.log("Stopping after the current requests");
      this.end(this.isReady ? 0 : codeBeforeReady);
    } else if (Date.now() - this.endingSince > FORCE_AFTER_MS) {
      process.exit(1);
    }
  }

  /** Registers a function that stops something just started. */
  onStop(stop: () => unknown): void {
    this.stops.push(stop);
  }

  /** Stops everything and ends the process. */
  end(code: number): Promise<never> {
    this.endingSince ||= Date.now();
    this.ending ??= this.stopAll(code);
    return this.ending;
  }

  private async stopAll(code: number): Promise<never> {
    this.controller.abort();
    await Promise.race([this.starting, sleep(STARTING_LIMIT_MS)]).catch(() => undefined);
    let failed = false;
    for (let stop = this.stops.pop(); stop; stop = this.stops.pop())
      try {
        await stop();
      } catch (error) {
        failed = true;
        reportFailure("While stopping", error);
      }
    process.exit(failed ? 1 : code);
  }
}
