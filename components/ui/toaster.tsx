"use client";

import { useEffect, useSyncExternalStore } from "react";
import { later } from "#components/ui/later";
import {
  dismissToast,
  endToasts,
  shownToasts,
  subscribeToToasts,
  type Toast,
} from "#components/ui/toast";

const NONE: readonly Toast[] = [];
const PLAIN_SHOWN_MS = 6000;
const ToastCard = later(() => import("#components/ui/toast-card"), PlainToast);

/** What has to be said is said, even where the card itself cannot be loaded. */
function PlainToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), PLAIN_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id]);
  return <p className="rounded-md border bg-popover px-4 py-2 shadow-pop">{toast.message}</p>;
}

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
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
