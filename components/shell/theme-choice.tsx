import { useSyncExternalStore } from "react";
import { THEMES, type Theme } from "#components/shell/theme-names";
import { keepCookie } from "#components/ui/cookie";

/** What was chosen since the page was loaded; the server's answer is older than that. */
let chosen: Theme | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server reads the cookie and draws the right page at once: no script, no flash. */
export function applyTheme(theme: Theme): void {
  chosen = theme;
  keepCookie("theme", theme);
  const { classList } = document.documentElement;
  classList.remove(...THEMES);
  if (theme !== "system") classList.add(theme);
  for (const listener of listeners) listener();
}

/** @param initial - what the server drew the page with */
export function useTheme(initial: Theme): Theme {
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? initial,
    () => initial,
  );
}
