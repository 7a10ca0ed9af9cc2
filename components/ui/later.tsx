import { type ComponentType, createElement, lazy, Suspense, useState } from "react";

type Load<T> = () => Promise<T>;

const loads = new Set<Load<unknown>>();
let isAlive = false;

function loadNow(load: Load<unknown>): void {
  // Offline it is asked for again where it is needed.
  load().catch(() => undefined);
}

/** Something that a first look does without: it comes with the first sign of life, before it is needed. */
export function soon<T>(load: Load<T>): Load<T> {
  loads.add(load);
  if (isAlive) loadNow(load);
  return load;
}

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/** Waits for somebody to move, and loads then what waits for that. @returns what ends the waiting */
export function awaitSignOfLife(): () => void {
  const live = () => {
    stop();
    isAlive = true;
    loads.forEach(loadNow);
  };
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, live);
  };
  for (const sign of SIGNS) addEventListener(sign, live);
  return stop;
}

/**
 * A part of a page that is loaded when it is first shown, or soon. `Missing` takes its place where it
 * cannot be loaded; who shows it anew tries again.
 */
export function later<P extends object>(
  load: Load<{ default: ComponentType<P> }>,
  Missing: ComponentType<P>,
): ComponentType<P> {
  const loadSoon = soon(load);
  let Part = begin();
  function begin() {
    return lazy(() =>
      loadSoon().catch(() => {
        Part = begin();
        return { default: Missing };
      }),
    );
  }
  return function Later(props: P) {
    const [Now] = useState(() => Part);
    return <Suspense fallback={null}>{createElement<P>(Now, props)}</Suspense>;
  };
}
