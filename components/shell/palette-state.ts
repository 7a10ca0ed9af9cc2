import type { LucideIcon } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { createStore } from "#components/ui/store.ts";

/** A page to open or an action to run from the palette. */
export type PaletteCommand = {
  label: string;
  Icon: LucideIcon;
  /** Other search terms for it. */
  words?: readonly string[];
  /** A section of the page in `label`. */
  section?: string;
  /** The keyboard shortcut for it. */
  keys?: string;
  /** Shown only in search results. */
  isRare?: boolean;
  /** True to hide it from members. */
  isForOwners?: boolean;
} & ({ href: string } | { run: () => void });

export const isPaletteOpen = createStore(false);

/** Lists the current page's commands. Called when the palette opens. */
type CommandProvider = () => Promise<readonly PaletteCommand[]>;

let provider: CommandProvider | null = null;

/** Shows the commands of this page in the palette, first. */
export function usePageCommands(list: CommandProvider): void {
  const listNow = useEffectEvent(list);
  useEffect(() => {
    const mine: CommandProvider = () => listNow();
    provider = mine;
    return () => {
      if (provider === mine) provider = null;
    };
  }, []);
}

export function listPageCommands(): Promise<readonly PaletteCommand[]> {
  return provider ? provider() : Promise.resolve([]);
}
