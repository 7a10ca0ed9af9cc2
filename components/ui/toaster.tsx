"use client";

import { useEffect } from "react";
import { lazyWithFallback } from "#components/ui/lazy";
import { useStore } from "#components/ui/store.ts";
import { endToasts, shownToasts, type Toast } from "#components/ui/toast.ts";

const ToastCard = lazyWithFallback(() => import("#components/ui/toast-card"), PlainToast);

/** A toast that needs no code from the server, which may be unreachable. */
function PlainToast({ toast }: { toast: Toast }) {
  return (
    <p className="rounded-md border bg-popover px-4 py-2 shadow-pop">
      {toast.entries.at(-1)?.message}
    </p>
  );
}

/**
 * Shows toasts in a live region that exists from the start, so that screen readers announce them.
 * Leaving the page ends the time to undo.
 */
export function Toaster() {
  const toasts = useStore(shownToasts);

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
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-96 max-w-[calc(100%-2rem)] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
