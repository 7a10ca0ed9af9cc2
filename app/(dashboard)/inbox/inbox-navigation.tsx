"use client";

import { useRouter } from "next/navigation";
import {
  type ComponentProps,
  type MouseEvent,
  startTransition,
  useEffect,
  useRef,
  useSyncExternalStore,
  useTransition,
} from "react";

/** Shows another list of the inbox. */
export type Go = (href: string) => void;

/** Navigates between lists. `isPending` while the next one is loading. */
export function useInboxNavigation(): { go: Go; replace: Go; isPending: boolean } {
  const router = useRouter();
  const [isPending, start] = useTransition();
  return {
    go: (href) => start(() => router.push(href, { scroll: false })),
    replace: (href) => start(() => router.replace(href, { scroll: false })),
    isPending,
  };
}

/** Messages often arrive in bursts; one refresh after the last is enough. */
const REFRESH_DELAY_MS = 1_000;

/** Reloads the page's data in the background: counts, the top of the list and the open message. */
export function useRefresh(): () => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => startTransition(() => router.refresh()), REFRESH_DELAY_MS);
  };
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/** Changes the URL without loading a page: what it names is already here or is fetched separately. */
export function showUrl(href: string, how: "push" | "replace"): void {
  if (how === "push") history.pushState(null, "", href);
  else history.replaceState(null, "", href);
  for (const listener of listeners) listener();
}

function openIdInUrl(): string | null {
  return new URLSearchParams(location.search).get("message")?.toLowerCase() || null;
}

/** The open message. Read from the URL, so that Back and Forward work. */
export function useOpenId(onServer: string | null): string | null {
  return useSyncExternalStore(subscribe, openIdInUrl, () => onServer);
}

/** A click that asks for this page, not for a new tab, a new window or a download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

type ListLinkProps = Omit<ComponentProps<"a">, "href"> & { href: string; go: Go };

/** A link to another list. It's a real link, so it works before the scripts have loaded. */
export function ListLink({ href, go, ...props }: ListLinkProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        go(href);
      }}
      {...props}
    />
  );
}
