"use client";

import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button";
import {
  dismissToast,
  endToasts,
  shownToasts,
  subscribeToToasts,
  type Toast,
  undoToast,
} from "#components/ui/toast";

const SHOWN_MS = 6000;
const NONE: readonly Toast[] = [];

/**
 * Where toasts show. A live region from the start, so that screen readers hear what comes into it;
 * time stands still while a toast is pointed at or holds the focus.
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

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its clock
    <div
      data-slot="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-in items-center gap-3 rounded-md border bg-popover py-2 pr-2 pl-4 text-popover-foreground shadow-pop duration-150 fade-in-0 slide-in-from-bottom-2"
    >
      <p className="min-w-0 flex-1 py-1 break-words">{toast.message}</p>
      {toast.undo ? (
        <Button
          variant="ghost"
          size="sm"
          className="text-primary hover:text-primary"
          onClick={() => undoToast(toast.id)}
        >
          {toast.undo.label}
        </Button>
      ) : null}
      <Button variant="ghost" size="iconSm" onClick={() => dismissToast(toast.id)}>
        <X aria-hidden />
        <span className="sr-only">Dismiss</span>
      </Button>
    </div>
  );
}
