"use client";

import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { endToasts, shownToasts, subscribeToToasts, type Toast } from "#components/ui/toast";

const NONE: readonly Toast[] = [];
const ToastCard = lazy(() => import("#components/ui/toast-card"));

/**
 * Where toasts show. A live region from the start, so that screen readers hear what comes into it.
 * With the page goes the time to take anything back.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, () => NONE);

  useEffect(() => {
    const end = () => void endToasts();
    addEventListener("pagehide", end);
    return () => {
      removeEventListener("pagehide", end);
      end();
    };
  }, []);

  return (
    <section
      aria-label="Just done"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-96 max-w-[calc(100%-2rem)] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <Suspense key={toast.id} fallback={<p className="sr-only">{toast.message}</p>}>
          <ToastCard toast={toast} />
        </Suspense>
      ))}
    </section>
  );
}
