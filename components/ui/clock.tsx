"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { keepCookie, TIME_ZONE_COOKIE } from "#components/ui/cookie";

type ServerClock = {
  now: number;
  /** The viewer's, as this browser has told the server; undefined where it has not yet. */
  timeZone: string | undefined;
};

const ServerClock = createContext<ServerClock>({ now: 0, timeZone: undefined });

type ClockProps = ServerClock & { children: ReactNode };

/**
 * Carries the server's time, and the time zone that it wrote times in, to the first render in the
 * browser, so that both say the same. Tells the server the viewer's zone for its next page.
 */
export function Clock({ now, timeZone, children }: ClockProps) {
  useEffect(() => {
    if (ownZone() !== timeZone) keepCookie(TIME_ZONE_COOKIE, ownZone());
  }, [timeZone]);
  return <ServerClock value={{ now, timeZone }}>{children}</ServerClock>;
}

const listeners = new Set<() => void>();
let current = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  current = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    current = Date.now();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The time in steps of `stepSeconds`, in epoch milliseconds; a component that uses it is drawn again
 * at each step only.
 */
export function useNow(stepSeconds: number): number {
  const { now: serverNow } = useContext(ServerClock);
  const step = stepSeconds * 1000;
  return useSyncExternalStore(
    subscribe,
    () => {
      // Nobody has listened for a while: the first look after that must not be an old one.
      if (timer === undefined && Date.now() - current >= 1000) current = Date.now();
      return stepSeconds === 1 ? current : Math.floor(current / step) * step;
    },
    () => serverNow,
  );
}

const subscribeToNothing = () => () => undefined;

/** False on the server and in the first render of the browser: what depends on the viewer waits. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The viewer's time zone; undefined as long as it is unknown, on a browser's first page. */
export function useTimeZone(): string | undefined {
  const { timeZone } = useContext(ServerClock);
  return useSyncExternalStore(subscribeToNothing, ownZone, () => timeZone);
}
