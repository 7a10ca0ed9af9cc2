"use client";

import type { ComponentProps, MouseEvent } from "react";

/** Goes to another list of the inbox. */
export type Go = (href: string) => void;

/** A press that asks for this page and no new tab, window or download. */
export function isPlainPress(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

type ListLinkProps = Omit<ComponentProps<"a">, "href"> & { href: string; go: Go };

/** A link to another list: a real one, so that it works before the page came alive. */
export function ListLink({ href, go, ...props }: ListLinkProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        go(href);
      }}
      {...props}
    />
  );
}
