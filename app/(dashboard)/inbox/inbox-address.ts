import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

function openIdNow(): string | null {
  return new URLSearchParams(location.search).get("message")?.toLowerCase() || null;
}

/**
 * Changes the address without asking the server for the page: what it names is on the page already,
 * or is read by itself. The router follows by itself.
 */
export function showAddress(href: string, how: "push" | "replace"): void {
  if (how === "push") history.pushState(null, "", href);
  else history.replaceState(null, "", href);
  for (const listener of listeners) listener();
}

/** The message that the address names. It is looked up there, so that Back and Forward just work. */
export function useOpenId(onServer: string | null): string | null {
  return useSyncExternalStore(subscribe, openIdNow, () => onServer);
}
