import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
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

type LazyOptions = {
  /** What shows until the code has loaded. */
  placeholder?: ReactNode;
  /** Not preloaded, because few need it. */
  isRare?: boolean;
};

/**
 * A component that is loaded when first shown, or preloaded. If that fails, `Fallback` takes its place,
 * and the next mount tries again. `next/dynamic` would throw to the error boundary and never retry.
 *
 * Until its code has loaded it keeps the props it was first shown with: React replaces what the server
 * rendered with the placeholder as soon as the props of code that is still loading change.
 */
export function lazyWithFallback<P extends object>(
  load: Load<{ default: ComponentType<P> }>,
  Fallback: ComponentType<P>,
  { placeholder = null, isRare = false }: LazyOptions = {},
): ComponentType<P> {
  if (!isRare) preloadable(load);
  let current = create();
  function create() {
    let loaded: ReturnType<typeof load> | null = null;
    const start = () => {
      loaded ??= load().catch(() => {
        current = create();
        return { default: Fallback };
      });
      return loaded;
    };
    return { Component: lazy(start), start };
  }
  return function LazyWithFallback(props: P) {
    const [{ Component, start }] = useState(() => current);
    const [first] = useState(props);
    const [isLoaded, setLoaded] = useState(false);
    useEffect(() => void start().then(() => setLoaded(true)), [start]);
    const shown = isLoaded ? props : first;
    return useMemo(
      () => <Suspense fallback={placeholder}>{createElement<P>(Component, shown)}</Suspense>,
      [Component, shown],
    );
  };
}

/** Fallback for a part of a page. */
export function NotLoaded() {
  return <span className="text-muted-foreground">Couldn’t load this part. Reload the page.</span>;
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
