"use client";

import { useMemo, useSyncExternalStore } from "react";
import { type Change, changeLog, subscribeToChanges } from "#components/inbox/change-log";
import { type ChangesById, changesById } from "#components/inbox/marks";

const NONE: readonly Change[] = [];

/** What this browser has changed of messages; drawn again with every change. */
export function useChangeLog(): readonly Change[] {
  return useSyncExternalStore(subscribeToChanges, changeLog, () => NONE);
}

export function useChanges(): ChangesById {
  const log = useChangeLog();
  return useMemo(() => changesById(log), [log]);
}
