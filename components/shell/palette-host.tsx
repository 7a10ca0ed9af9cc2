"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { isPaletteOpen, setPaletteOpen, subscribeToPalette } from "#components/shell/palette-state";
import { signOut } from "#components/shell/sign-out";
import { awaitSignOfLife, later } from "#components/ui/later";
import { Unreachable } from "#components/ui/unreachable";

const Palette = later(() => import("#components/shell/palette"), Unreachable);

/** ⌘ and K on Apple's systems, where Ctrl and K cut a line; elsewhere Ctrl and K, in any alphabet. */
function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isApple = "apple" in document.documentElement.dataset;
  if (!(isApple ? metaKey : ctrlKey) || altKey || shiftKey) return false;
  return key.toLowerCase() === "k" || (code === "KeyK" && key > "\x7f");
}

/** Opens or closes the palette. A question that is being asked comes first; other dialogs make room. */
function turnPalette(): void {
  if (document.querySelector("dialog[open][role=alertdialog]")) return;
  for (const dialog of document.querySelectorAll<HTMLDialogElement>(
    "dialog[open]:not([data-palette])",
  ))
    dialog.close();
  setPaletteOpen(!isPaletteOpen());
}

/** Where the palette shows. Its keys open it from anywhere; it is loaded when first wanted. */
export function PaletteHost() {
  const isOpen = useSyncExternalStore(subscribeToPalette, isPaletteOpen, () => false);
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);

  useEffect(awaitSignOfLife, []);
  useEffect(() => {
    // It could not be loaded: when it is opened next, that is tried again.
    if (!isOpen && !document.querySelector("[data-palette]")) setWanted(false);
  }, [isOpen]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (!event.repeat) turnPalette();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  if (!isWanted) return null;
  return <Palette isOpen={isOpen} onClose={() => setPaletteOpen(false)} signOut={signOut} />;
}
