"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

const BACKOFF = 1.3;
const MAX_SLOWDOWN = 8;

type RefreshPageProps = {
  /** Undefined refreshes only when the tab becomes visible again. */
  everyMs?: number;
};

/**
 * Keeps a server-rendered page current: every `everyMs` at first, then at growing intervals. It rests while the tab is
 * hidden, and refreshes at once when the tab is visible again.
 */
export function RefreshPage({ everyMs }: RefreshPageProps) {
  const router = useRouter();
  const refresh = useEffectEvent(() => router.refresh());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delayMs = everyMs;
    const schedule = () => {
      clearTimeout(timer);
      if (delayMs !== undefined && document.visibilityState === "visible")
        timer = setTimeout(run, delayMs);
    };
    const run = () => {
      refresh();
      if (delayMs !== undefined && everyMs !== undefined)
        delayMs = Math.min(delayMs * BACKOFF, everyMs * MAX_SLOWDOWN);
      schedule();
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      delayMs = everyMs;
      run();
    };
    schedule();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [everyMs]);
  return null;
}
