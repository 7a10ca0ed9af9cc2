"use client";

import { Search } from "lucide-react";
import { setPaletteOpen } from "#components/shell/palette-state";
import { cn } from "#components/ui/cn";
import { CommandKbd, Kbd } from "#components/ui/kbd";

/** Opens the palette; `isIcon`: where there is no room for its name. */
export function PaletteButton({ isIcon = false }: { isIcon?: boolean }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setPaletteOpen(true)}
      className={cn(
        "flex items-center gap-2.5 rounded-md text-muted-foreground hover:bg-accent hover:text-foreground",
        isIcon ? "ml-auto size-9 justify-center" : "h-8 border bg-card px-2.5 shadow-card",
      )}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className={isIcon ? "sr-only" : "flex-1 text-left"}>Go to …</span>
      {isIcon ? null : (
        <span aria-hidden className="flex gap-1">
          <CommandKbd />
          <Kbd>K</Kbd>
        </span>
      )}
    </button>
  );
}
