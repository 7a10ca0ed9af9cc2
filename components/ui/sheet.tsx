"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";

type SheetProps = { onClose: () => void; label: string; children: ReactNode };

export default function Sheet({ onClose, label, children }: SheetProps) {
  return (
    <Dialog
      onClose={onClose}
      aria-label={label}
      className="top-8 left-0 m-0 h-[calc(100dvh-2rem)] max-h-none w-72 max-w-[calc(100%-3rem)] border-r bg-background"
    >
      <div className="flex min-h-full flex-col">
        {children}
        <IconButton
          icon={<X aria-hidden />}
          label="Close"
          onClick={onClose}
          className="absolute top-3 right-3"
        />
      </div>
    </Dialog>
  );
}
