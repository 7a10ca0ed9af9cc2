"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";

type SheetProps = { onClose: () => void; label: string; children: ReactNode };

/** A panel at the left edge. */
export default function Sheet({ onClose, label, children }: SheetProps) {
  return (
    <Dialog
      onClose={onClose}
      aria-label={label}
      className="top-8 left-0 m-0 h-[calc(100dvh-2rem)] max-h-none w-72 max-w-[calc(100%-3rem)] border-r bg-background"
    >
      <div className="flex min-h-full flex-col">
        {children}
        <Button variant="ghost" size="iconSm" onClick={onClose} className="absolute top-3 right-3">
          <X aria-hidden />
          <span className="sr-only">Close</span>
        </Button>
      </div>
    </Dialog>
  );
}
