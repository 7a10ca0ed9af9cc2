"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

const BACKOFF = 1.3;
const MAX_SLOWDOWN = 8;

type PollingOptions = {
  /** If undefined, polls only when the tab becomes visible again. */
  intervalMs?: number | undefined;
  isActive?: boolean;
};

/**
 * Calls `poll` while `isActive`, at growing intervals. It pauses while the tab is hidden, and polls
 * immediately when the tab is visible again.
 */
export function usePolling(
  poll: () => unknown,
  { intervalMs, isActive = true }: PollingOptions = {},
): void {
  const pollNow = useEffectEvent(poll);
  useEffect(() => {
    if (!isActive) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delayMs = intervalMs;
    let isStopped = false;
    const schedule = () => {
      clearTimeout(timer);
      if (delayMs !== undefined && !isStopped && document.visibilityState === "visible")
        timer = setTimeout(run, delayMs);
    };
    const run = async () => {
      await pollNow();
      if (delayMs !== undefined && intervalMs !== undefined)
        delayMs = Math.min(delayMs * BACKOFF, intervalMs * MAX_SLOWDOWN);
      schedule();
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      delayMs = intervalMs;
      void run();
    };
    schedule();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [intervalMs, isActive]);
}

/** Keeps a server-rendered page current: when its tab is visible again, and every `everyMs` at first. */
export function RefreshPage({ everyMs }: { everyMs?: number }) {
  const router = useRouter();
  usePolling(() => router.refresh(), { intervalMs: everyMs });
  return null;
}
