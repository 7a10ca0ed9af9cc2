"use client";

import { Search } from "lucide-react";
import { useEffect } from "react";
import { isPaletteOpen } from "#components/shell/palette-state.ts";
import { cn } from "#components/ui/cn.ts";
import { CommandKbd, Kbd } from "#components/ui/kbd";
import { lazyWithFallback, preloadOnInteraction, Unreachable } from "#components/ui/lazy";
import { useStore } from "#components/ui/store.ts";

export function PaletteButton({ isIcon = false }: { isIcon?: boolean }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => isPaletteOpen.set(true)}
      className={cn(
        "flex items-center gap-2.5 rounded-md text-muted-foreground hover:bg-accent hover:text-foreground",
        isIcon ? "ml-auto size-9 justify-center" : "h-8 border bg-card px-2.5 shadow-card",
      )}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className={isIcon ? "sr-only" : "flex-1 text-left"}>Search…</span>
      {isIcon ? null : (
        <span aria-hidden className="flex gap-1">
          <CommandKbd />
          <Kbd>K</Kbd>
        </span>
      )}
    </button>
  );
}

const Palette = lazyWithFallback(() => import("#components/shell/palette"), Unreachable);

/** ⌘K on Apple systems, where Ctrl+K deletes to the end of the line, else Ctrl+K, on any keyboard layout. */
function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isApple = "apple" in document.documentElement.dataset;
  if (!(isApple ? metaKey : ctrlKey) || altKey || shiftKey) return false;
  return key.toLowerCase() === "k" || (code === "KeyK" && key > "\x7f");
}

/** Toggles the palette. Closes other dialogs, but not a confirmation. */
function togglePalette(): void {
  if (document.querySelector("dialog[open][role=alertdialog]")) return;
  for (const dialog of document.querySelectorAll<HTMLDialogElement>(
    "dialog[open]:not([data-palette])",
  ))
    dialog.close();
  isPaletteOpen.set(!isPaletteOpen.get());
}

export function PaletteHost({ isOwner }: { isOwner: boolean }) {
  const isOpen = useStore(isPaletteOpen);

  useEffect(preloadOnInteraction, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (!event.repeat) togglePalette();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  return isOpen ? <Palette isOwner={isOwner} onClose={() => isPaletteOpen.set(false)} /> : null;
}
