import {
  type ComponentType,
  createElement,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { toast } from "#components/ui/toast";

type Load<T> = () => Promise<T>;

const loads = new Set<Load<unknown>>();
let hasInteracted = false;

function loadNow(load: Load<unknown>): void {
  // When offline it's loaded again where it's needed.
  load().catch(() => undefined);
}

/** Code the first view doesn't need: loaded at the user's first interaction. */
export function preloadable<T>(load: Load<T>): Load<T> {
  loads.add(load);
  if (hasInteracted) loadNow(load);
  return load;
}

const INTERACTIONS = ["pointermove", "pointerdown", "keydown"] as const;

/** Starts preloading at the first interaction. @returns what stops waiting for it */
export function preloadOnInteraction(): () => void {
  const preload = () => {
    stop();
    hasInteracted = true;
    loads.forEach(loadNow);
  };
  const stop = () => {
    for (const name of INTERACTIONS) removeEventListener(name, preload);
  };
  for (const name of INTERACTIONS) addEventListener(name, preload);
  return stop;
}

/**
 * A component that is loaded when first shown, or preloaded. If that fails, `Fallback` takes its place,
 * and the next mount tries again. `next/dynamic` would throw to the error boundary and never retry.
 */
export function lazyWithFallback<P extends object>(
  load: Load<{ default: ComponentType<P> }>,
  Fallback: ComponentType<P>,
): ComponentType<P> {
  const preloaded = preloadable(load);
  let Current = create();
  function create() {
    return lazy(() =>
      preloaded().catch(() => {
        Current = create();
        return { default: Fallback };
      }),
    );
  }
  return function LazyWithFallback(props: P) {
    const [Loaded] = useState(() => Current);
    return <Suspense fallback={null}>{createElement<P>(Loaded, props)}</Suspense>;
  };
}

/** Fallback for a dialog: says that it couldn't be loaded, and closes it. */
export function Unreachable({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    toast("Can’t reach the server. Check your connection and try again.");
    close();
  }, []);
  return null;
}
