import { useEffect, useEffectEvent } from "react";
import type { Step } from "#components/shell/palette-steps";

let isOpen = false;
const listeners = new Set<() => void>();

export function setPaletteOpen(is: boolean): void {
  isOpen = is;
  for (const listener of listeners) listener();
}

export function isPaletteOpen(): boolean {
  return isOpen;
}

export function subscribeToPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the page at hand can do, asked for when the palette opens. */
type Offer = () => Promise<readonly Step[]>;

let offer: Offer | null = null;

/** Has the palette show what can be done on this page, before all else. */
export function usePageSteps(list: Offer): void {
  const listNow = useEffectEvent(list);
  useEffect(() => {
    const mine: Offer = () => listNow();
    offer = mine;
    return () => {
      if (offer === mine) offer = null;
    };
  }, []);
}

export function askForPageSteps(): Promise<readonly Step[]> {
  return offer ? offer() : Promise.resolve([]);
}
