import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { useIsInBrowser } from "#components/ui/clock";
import { toast } from "#components/ui/toast.ts";

type Load<T> = () => Promise<T>;

const loads = new Set<Load<unknown>>();
let hasInteracted = false;

function loadNow(load: Load<unknown>): void {
  // If the browser is offline, it's loaded again where it's needed.
  load().catch(() => undefined);
}

/** Wraps code that the first view doesn’t need, and loads it at the user’s first interaction. */
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
  /** Shown until the code has loaded, unless the server rendered it. */
  placeholder?: ReactNode;
  /** True to skip preloading, because few need it. */
  isRare?: boolean;
};

/** True for as long as it's shown on what the server rendered. */
function useIsFromServer(): boolean {
  const isInBrowser = useIsInBrowser();
  const [isFromServer] = useState(!isInBrowser);
  return isFromServer;
}

/**
 * A component that is loaded when first shown, or preloaded. If that fails, `Fallback` takes its place,
 * and the next mount tries again. `next/dynamic` would throw to the error boundary and never retry.
 *
 * Anything the server rendered gets no placeholder: React would send the placeholder first, and show it again
 * as soon as props change before the code has loaded. Instead, the page takes over once the code is there.
 */
export function lazyWithFallback<P extends object>(
  load: Load<{ default: ComponentType<P> }>,
  Fallback: ComponentType<P>,
  { placeholder = null, isRare = false }: LazyOptions = {},
): ComponentType<P> {
  if (!isRare) preloadable(load);
  let Current = create();
  function create() {
    return lazy(() =>
      load().catch(() => {
        Current = create();
        return { default: Fallback };
      }),
    );
  }
  return function LazyWithFallback(props: P) {
    const [Loaded] = useState(() => Current);
    const element = createElement<P>(Loaded, props);
    return useIsFromServer() ? element : <Suspense fallback={placeholder}>{element}</Suspense>;
  };
}

export function NotLoaded() {
  return <span className="text-muted-foreground">Couldn’t load this part. Reload the page.</span>;
}

/** Fallback for a dialog: reports that it couldn't be loaded, and closes it. */
export function Unreachable({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    toast("Can’t reach the server. Check your connection and try again.");
    close();
  }, []);
  return null;
}
