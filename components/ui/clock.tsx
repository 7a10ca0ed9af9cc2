"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const ServerNow = createContext(0);

type ClockProps = { now: number; children: ReactNode };

/** Carries the server's time to the first render in the browser, so that both say the same. */
export function Clock({ now, children }: ClockProps) {
  return <ServerNow value={now}>{children}</ServerNow>;
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
  const serverNow = useContext(ServerNow);
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

/** False on the server and in the first render of the browser: what depends on the viewer waits. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
