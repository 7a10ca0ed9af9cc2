import { setTimeout as sleep } from "node:timers/promises";
import { settlesWithin } from "#lib/core/with-timeout";

/** With this many tasks, they end so close together that waiting for a few more costs nothing. */
const MANY = 16;

/** Tracks tasks in flight. Waiting for their ends doesn't need a listener per task and wait. */
export class InFlightTasks {
  private count = 0;
  private ended = Promise.withResolvers<void>();

  get size(): number {
    return this.count;
  }

  /** @param task - never rejects */
  add(task: Promise<void>): void {
    this.count += 1;
    void task.then(() => {
      this.count -= 1;
      const { resolve } = this.ended;
      this.ended = Promise.withResolvers<void>();
      resolve();
    });
  }

  /**
   * Settles when a task ends, or after `limitMs`. With many tasks in flight, it settles `gatherMs`
   * later, so that several ends are handled together.
   */
  async nextEnd(gatherMs = 0, limitMs?: number): Promise<void> {
    if (this.count === 0) return;
    if (limitMs === undefined) await this.ended.promise;
    else await settlesWithin(this.ended.promise, limitMs);
    if (gatherMs > 0 && this.count >= MANY) await sleep(gatherMs);
  }
}

/** Lets loops that run side by side end together, once none of them has anything left to do. */
export class QuiescenceBarrier {
  private readonly busy: Set<string>;
  private readonly allQuiet = Promise.withResolvers<void>();

  constructor(names: readonly string[]) {
    this.busy = new Set(names);
  }

  markBusy(name: string): void {
    this.busy.add(name);
  }

  markQuiet(name: string): void {
    this.busy.delete(name);
    if (this.busy.size === 0) this.allQuiet.resolve();
  }

  /** @returns whether all were quiet at the same time; false after `limitMs` */
  async untilAllQuiet(limitMs: number): Promise<boolean> {
    if (this.busy.size > 0) await settlesWithin(this.allQuiet.promise, limitMs);
    return this.busy.size === 0;
  }
}
