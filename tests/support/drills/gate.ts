import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 10;

/** Holds answers back while it is shut, so that a kill finds calls under way. */
export class Gate {
  private readonly held: (() => void)[] = [];
  private isShut = false;

  shut(): void {
    this.isShut = true;
  }

  open(): void {
    this.isShut = false;
    for (const release of this.held.splice(0)) release();
  }

  /** Settles when the gate is open. */
  async passed(): Promise<void> {
    if (this.isShut) await new Promise<void>((release) => this.held.push(release));
  }
}

/** Asks until it is so, or the time is up: what a kill waits for may not come about. */
export async function untilOrLater(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await isSo()) && performance.now() < limit) await pause(POLL_MS);
}
