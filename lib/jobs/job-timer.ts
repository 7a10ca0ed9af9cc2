import { request } from "node:http";

const CALL_TIMEOUT_MS = 120_000;
const MIN_GAP_MS = 50;

export type JobCaller = {
  /** One call of the job's route; throws unless it answered 200. */
  call: () => Promise<void>;
  /** A run that takes longer than this many milliseconds holds back no other. */
  holdMs?: number;
  /** Told of the first failure in a row and of the recovery, not of every failure. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
};

export type CoalescedJob = {
  /** Runs soon; while one runs, any number of calls mean one more run after it. */
  nudge: () => void;
  /** Runs unless one is running already. */
  tick: () => void;
  /** Starts nothing more; settles when what is under way is over. */
  stop: () => Promise<void>;
};

/** One run at a time, and one more when asked meanwhile. */
export function coalesce({ call, holdMs, onFailure, onRecovery }: JobCaller): CoalescedJob {
  const underWay = new Set<Promise<void>>();
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let isFailing = false;

  async function runOnce(): Promise<void> {
    try {
      await call();
      if (isFailing) onRecovery();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) onFailure(error);
      isFailing = true;
    }
  }

  /** Settles when the run is over, or has been going on for so long that the next may begin. */
  async function runOrHold(): Promise<void> {
    const run = runOnce().finally(() => underWay.delete(run));
    underWay.add(run);
    if (holdMs === undefined) return run;
    const hold = Promise.withResolvers<void>();
    const timer = setTimeout(hold.resolve, holdMs);
    await Promise.race([run, hold.promise]);
    clearTimeout(timer);
  }

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      await runOrHold();
      if (isWanted) await new Promise((resolve) => setTimeout(resolve, MIN_GAP_MS));
    }
    running = undefined;
  }

  function nudge(): void {
    if (isStopped) return;
    isWanted = true;
    running ??= runWhileWanted();
  }

  return {
    nudge,
    tick: () => {
      if (!running) nudge();
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(underWay);
      await running;
    },
  };
}

/** Calls one of the service's own job routes over loopback, as the scheduler of a host would. */
export function callJobRoute(options: {
  port: number;
  host: string;
  path: string;
  secret: string;
}): Promise<void> {
  const { port, host, path, secret } = options;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        path,
        headers: { host, authorization: `Bearer ${secret}` },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      },
      (response) => {
        response.resume();
        response.once("error", reject);
        response.once("end", () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`${path} answered ${response.statusCode}`)),
        );
      },
    );
    call.once("error", reject);
    call.end();
  });
}
