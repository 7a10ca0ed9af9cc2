import { createStore, useStore } from "#components/ui/store";

/** How a change affects the unread count. `at`: server time from which the count includes it. */
export type UnreadChange = { at: number; delta: number };

/** The inbox's changes, for the navigation: it shows on pages that don't load the inbox's scripts. */
export const unreadChanges = createStore<readonly UnreadChange[]>([]);

/** @param asOf - when `unread` was counted: server time in epoch milliseconds */
export function useUnreadCount(unread: number, asOf: number): number {
  const since = useStore(unreadChanges).filter(({ at }) => at >= asOf);
  return Math.max(
    0,
    since.reduce((sum, { delta }) => sum + delta, unread),
  );
}
