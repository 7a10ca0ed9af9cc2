"use client";

import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { isPaletteOpen, setPaletteOpen, subscribeToPalette } from "#components/shell/palette-state";

const Palette = lazy(() => import("#components/shell/palette"));

/** Where the palette shows. Ctrl or ⌘ and K open it from anywhere; it is loaded when first wanted. */
export function PaletteHost({ signOut }: { signOut: () => Promise<void> }) {
  const isOpen = useSyncExternalStore(subscribeToPalette, isPaletteOpen, () => false);
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCombination = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isCombination || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      // A question that is being asked comes first.
      if (!document.querySelector("dialog[open]:not([data-palette])"))
        setPaletteOpen(!isPaletteOpen());
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} onClose={() => setPaletteOpen(false)} signOut={signOut} />
    </Suspense>
  );
}
