"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { keepCookie, TIME_ZONE_COOKIE } from "#components/shell/preferences.ts";

type ServerClock = {
  now: number;
  /** The viewer’s time zone; undefined until the browser has sent it. */
  timeZone: string | undefined;
  /** Whether the viewer or their workspace has set it, so that the browser’s is ignored. */
  isChosen?: boolean;
};

const ServerClock = createContext<ServerClock>({ now: 0, timeZone: undefined });

type ClockProps = ServerClock & { children: ReactNode };

/**
 * Gives the first render in the browser the server’s time and time zone, so that both match, and keeps
 * the viewer’s zone in a cookie for the next page.
 */
export function ClockProvider({ now, timeZone, isChosen = false, children }: ClockProps) {
  useEffect(() => {
    if (!isChosen && ownZone() !== timeZone) keepCookie(TIME_ZONE_COOKIE, ownZone());
  }, [timeZone, isChosen]);
  return <ServerClock value={{ now, timeZone, isChosen }}>{children}</ServerClock>;
}

const ticks = new EventTarget();
if (typeof window !== "undefined") setInterval(() => ticks.dispatchEvent(new Event("tick")), 1000);

function everySecond(listener: () => void): () => void {
  ticks.addEventListener("tick", listener);
  return () => ticks.removeEventListener("tick", listener);
}

/** A value of the time, in epoch milliseconds. Components rerender when it changes only. */
function useTime(valueAt: (now: number) => number): number {
  const { now } = useContext(ServerClock);
  return useSyncExternalStore(
    everySecond,
    () => valueAt(Date.now()),
    () => valueAt(now),
  );
}

/** The time in epoch milliseconds, in steps of `stepSeconds`. */
export function useNow(stepSeconds: number): number {
  const step = stepSeconds * 1000;
  return useTime((now) => Math.floor(now / step) * step);
}

const subscribeToNothing = () => () => undefined;

/** Returns false on the server and in the first render in the browser. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** Returns the browser’s time zone. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the viewer’s time zone; undefined on a browser’s first page. */
export function useTimeZone(): string | undefined {
  const { timeZone, isChosen } = useContext(ServerClock);
  const shown = () => timeZone;
  return useSyncExternalStore(subscribeToNothing, isChosen ? shown : ownZone, shown);
}

/** Shows the seconds until a retry is possible, as m:ss beyond a minute; nothing after that. */
export function Countdown({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  if (seconds <= 0) return null;
  const text =
    seconds < 60
      ? `${seconds}s`
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
  return <span className="tabular whitespace-nowrap">Try again in {text}</span>;
}

export function useSecondsUntil(until: number): number {
  return useTime((now) => Math.max(0, Math.ceil((until - now) / 1000)));
}
