import { useSyncExternalStore } from "react";

/** How a change affects the unread count. `at`: server time from which the count includes it. */
export type UnreadChange = { at: number; delta: number };

const NONE: readonly UnreadChange[] = [];
const listeners = new Set<() => void>();
let changes = NONE;

/** The inbox's changes, for the navigation: it shows on pages that don't load the inbox's scripts. */
export function setUnreadChanges(next: readonly UnreadChange[]): void {
  changes = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param asOf - when `unread` was counted: server time in epoch milliseconds */
export function useUnreadCount(unread: number, asOf: number): number {
  const since = useSyncExternalStore(
    subscribe,
    () => changes,
    () => NONE,
  ).filter(({ at }) => at >= asOf);
  return Math.max(
    0,
    since.reduce((sum, { delta }) => sum + delta, unread),
  );
}
