import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 10;

/** Holds back responses while it's shut, so that a kill interrupts calls in progress. */
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

  /** Resolves when the gate is open. */
  async passed(): Promise<void> {
    if (this.isShut) await new Promise<void>((release) => this.held.push(release));
  }
}

/** Polls until the condition is true or the time is up: a kill's condition may never occur. */
export async function untilOrLater(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await isSo()) && performance.now() < limit) await pause(POLL_MS);
}
