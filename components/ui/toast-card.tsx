"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn";
import { dismissToast, type Toast, undoToast } from "#components/ui/toast";

const SHOWN_MS = 6000;
/** Who can take something back needs time to see that they want to. */
const SHOWN_WITH_UNDO_MS = 8000;

function takeOffer({ id, offer }: Toast): void {
  dismissToast(id);
  offer?.run();
}

/** One toast; its time stands still while it is pointed at or holds the focus. */
export default function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const shownMs = toast.undo || toast.offer ? SHOWN_WITH_UNDO_MS : SHOWN_MS;

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id, shownMs]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its clock
    <div
      data-slot="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-in flex-wrap items-center justify-end gap-1 rounded-md border bg-popover py-2 pr-2 pl-4 text-popover-foreground shadow-pop duration-150 fade-in-0 slide-in-from-bottom-2"
    >
      <p className={cn("min-w-0 flex-1 py-1 break-words", toast.offer && "basis-full")}>
        {toast.message}
      </p>
      {toast.offer ? (
        <Button variant="outline" size="sm" onClick={() => takeOffer(toast)}>
          {toast.offer.label}
        </Button>
      ) : null}
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
