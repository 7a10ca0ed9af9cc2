"use client";

import { useNow } from "#components/ui/clock";

/** Seconds until something may be tried again, as m:ss beyond a minute; nothing once it may. */
export function Countdown({ until, prefix = "Try again in" }: { until: number; prefix?: string }) {
  const seconds = useSecondsUntil(until);
  if (seconds <= 0) return null;
  const text =
    seconds < 60
      ? `${seconds} s`
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
  return (
    <span className="tabular whitespace-nowrap">
      {prefix} {text}
    </span>
  );
}

export function useSecondsUntil(until: number): number {
  const now = useNow(1);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
