import { setTimeout as sleep } from "node:timers/promises";

/** Settles with the event, or after `limitMs`; leaves no timer behind. */
async function within(event: Promise<void>, limitMs: number): Promise<void> {
  const limit = new AbortController();
  const late = sleep(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
  await Promise.race([event, late]);
  limit.abort();
}

/** From so many on, ends come so close together that waiting for some more costs nothing. */
const MANY = 16;

/** Works under way, whose ends are waited for without a listener per work and wait. */
export class InFlightTasks {
  private count = 0;
  private ended = Promise.withResolvers<void>();

  get size(): number {
    return this.count;
  }

  /** @param work - never rejects */
  add(work: Promise<void>): void {
    this.count += 1;
    void work.then(() => {
      this.count -= 1;
      const { resolve } = this.ended;
      this.ended = Promise.withResolvers<void>();
      resolve();
    });
  }

  /**
   * Settles when a work ends, and where many are under way `gatherMs` later, so that several ends make
   * one; after `limitMs` at the latest when none ends.
   */
  async nextEnd(gatherMs = 0, limitMs?: number): Promise<void> {
    if (this.count === 0) return;
    if (limitMs === undefined) await this.ended.promise;
    else await within(this.ended.promise, limitMs);
    if (gatherMs > 0 && this.count >= MANY) await sleep(gatherMs);
  }
}

/** Loops that run side by side and end together, when none of them has anything to do. */
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

  /** @returns whether all were quiet at once; false after `limitMs` */
  async untilAllQuiet(limitMs: number): Promise<boolean> {
    if (this.busy.size > 0) await within(this.allQuiet.promise, limitMs);
    return this.busy.size === 0;
  }
}
