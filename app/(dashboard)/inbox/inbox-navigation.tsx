"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useRef,
  useSyncExternalStore,
  useTransition,
} from "react";
import type { Person } from "#lib/domain/access/people";
import type { FormName } from "#lib/domain/forms/forms";
import type { InboxQuery } from "./inbox-url";
import { watchChanges } from "./send-changes";

/** The member who uses the inbox. */
export type Viewer = Person & { isOwner: boolean };

type InboxNavigation = {
  query: InboxQuery;
  viewer: Viewer;
  forms: readonly FormName[];
  go: (href: string) => void;
  replace: (href: string) => void;
  isPending: boolean;
  /**
   * Returns whether a change has been made since the page was requested; null if the inbox was
   * opened from another page.
   */
  hasChanged: RefObject<(() => boolean) | null>;
};

const Navigation = createContext<InboxNavigation>({
  query: { folder: "inbox" },
  viewer: { id: "", name: "", isOwner: false },
  forms: [],
  go: (href) => location.assign(href),
  replace: (href) => location.replace(href),
  isPending: false,
  hasChanged: { current: null },
});

type ProviderProps = Pick<InboxNavigation, "query" | "viewer" | "forms"> & { children: ReactNode };

export function InboxNavigationProvider({ query, viewer, forms, children }: ProviderProps) {
  const router = useRouter();
  const client = useQueryClient();
  const [isPending, start] = useTransition();
  const hasChanged = useRef<(() => boolean) | null>(null);
  const load = (request: () => void) => {
    hasChanged.current = watchChanges(client);
    start(request);
  };
  const value: InboxNavigation = {
    query,
    viewer,
    forms,
    go: (href) => load(() => router.push(href, { scroll: false })),
    replace: (href) => load(() => router.replace(href, { scroll: false })),
    isPending,
    hasChanged,
  };
  return <Navigation value={value}>{children}</Navigation>;
}

export function useInboxNavigation(): InboxNavigation {
  return useContext(Navigation);
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

/** Changes the URL without loading a page: the list and message are already here or are fetched separately. */
export function showUrl(href: string, how: "push" | "replace"): void {
  if (how === "push") history.pushState(null, "", href);
  else history.replaceState(null, "", href);
  for (const listener of listeners) listener();
}

function openIdInUrl(): string | null {
  return new URLSearchParams(location.search).get("message")?.toLowerCase() || null;
}

/** Returns the open message, read from the URL, so that Back and Forward work. */
export function useOpenId(onServer: string | null): string | null {
  return useSyncExternalStore(subscribe, openIdInUrl, () => onServer);
}

type ListLinkProps = Omit<ComponentProps<"a">, "href"> & { href: string };
type InboxLinkProps = ListLinkProps & {
  /** Called on a click, unless it asks for a new tab, a new window, or a download. */
  onFollow: (event: { isByKey: boolean }) => void;
};

/** A real link, so it works before the scripts have loaded. */
export function InboxLink({ href, onFollow, ...props }: InboxLinkProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
          return;
        event.preventDefault();
        onFollow({ isByKey: event.detail === 0 });
      }}
      {...props}
    />
  );
}

export function ListLink(props: ListLinkProps) {
  const { go } = useInboxNavigation();
  return <InboxLink onFollow={() => go(props.href)} {...props} />;
}
