import { createStore } from "#components/ui/store.ts";

/** The callback that waits for a proof of identity, if there's one. */
export const waitingForProof = createStore<((isProven: boolean) => void) | null>(null);

export function settleProof(isProven: boolean): void {
  const resolve = waitingForProof.get();
  waitingForProof.set(null);
  resolve?.(isProven);
}

/** Asks the user to prove that it's them. @returns false if they would rather not */
export function askForProof(): Promise<boolean> {
  settleProof(false);
  return new Promise((resolve) => waitingForProof.set(resolve));
}
