"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { useStore } from "#components/ui/store.ts";
import {
  contentOf,
  dismissToast,
  endToasts,
  shownToasts,
  type Toast,
  undoToast,
} from "#components/ui/toast.ts";

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

const SHOWN_MS = 6000;
/** A longer time, because noticing a mistake takes time. */
const SHOWN_WITH_BUTTON_MS = 8000;

/** Renders a toast. Its timer pauses while it’s hovered or focused. */
function ToastCard({ toast }: { toast: Toast }) {
  const { id } = toast;
  const { message, undo, actions } = contentOf(toast);
  const [isHeld, setHeld] = useState(false);
  const hasActions = actions.length > 0;
  const shownMs = undo || hasActions ? SHOWN_WITH_BUTTON_MS : SHOWN_MS;

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast, shownMs]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex flex-wrap items-center justify-end gap-1 rounded-md border bg-popover py-2 pr-2 pl-4 text-popover-foreground shadow-pop transition duration-150 starting:translate-y-2 starting:opacity-0"
    >
      <p className="min-w-0 flex-1 py-1 break-words">{message}</p>
      {/* Next steps have a row of their own; Dismiss stays beside the text. */}
      <div
        className={cn(
          "flex flex-wrap justify-end gap-1 empty:hidden",
          hasActions && "order-1 -ml-2 grow basis-full",
        )}
      >
        {actions.map(({ label, run }) => (
          <Button
            key={label}
            variant="outline"
            size="sm"
            onClick={() => {
              dismissToast(id);
              run();
            }}
          >
            {label}
          </Button>
        ))}
        {undo ? (
          <Button
            variant="ghost"
            size="sm"
            className="text-primary hover:text-primary"
            onClick={() => undoToast(toast)}
          >
            {undo.label}
          </Button>
        ) : null}
      </div>
      <IconButton icon={<X aria-hidden />} label="Dismiss" onClick={() => dismissToast(id)} />
    </div>
  );
}
