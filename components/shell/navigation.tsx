"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { ProductBrand } from "#components/shell/brand";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { createStore, useStore } from "#components/ui/store.ts";
import { countOf, formatCount } from "#lib/core/count";

/** The inbox’s count of unread messages; null if the server’s count is the latest. */
export const unreadCount = createStore<number | null>(null);

/** Resets the count on each render, because the server’s count is newer than the one that the inbox keeps. */
export function ResetUnreadCount() {
  useEffect(() => unreadCount.set(null), []);
  return null;
}

/** A link with a server-rendered icon. */
export type NavigationPlace = {
  href: string;
  label: string;
  icon: ReactNode;
  /** Other paths for which it’s the current place. */
  also: readonly string[] | undefined;
};

export type NavigationFigures = {
  /** Unread messages in the inbox. */
  unread: number;
  /** Onboarding steps left. The link is hidden at 0. */
  openSteps: number;
  /** True if the deliveries page needs attention. */
  needsAttention: boolean;
};

type NavigationProps = NavigationFigures & {
  welcome: NavigationPlace;
  work: readonly NavigationPlace[];
  workspace: readonly NavigationPlace[];
};

export function Navigation(props: NavigationProps) {
  const { openSteps, needsAttention, welcome, work, workspace } = props;
  const unread = useStore(unreadCount) ?? props.unread;
  const notes: Readonly<Record<string, Note>> = {
    [welcome.href]: { count: openSteps, label: `${countOf(openSteps, "step")} left` },
    "/inbox": { count: unread, label: `${formatCount(unread)} unread` },
    ...(needsAttention ? { "/deliveries": { label: "needs attention" } } : {}),
  };
  return (
    <nav aria-label="Main" className="flex flex-col gap-6">
      {[openSteps > 0 ? [welcome, ...work] : work, workspace].map((places) => (
        <ul key={places.at(-1)?.href} className="flex flex-col gap-0.5">
          {places.map((place) => (
            <Entry key={place.href} {...place} note={notes[place.href]} />
          ))}
        </ul>
      ))}
    </nav>
  );
}

type Note = { count?: number; label: string };

function Entry({
  href,
  label,
  icon,
  also = [],
  note,
}: NavigationPlace & { note: Note | undefined }) {
  const path = usePathname();
  const isHere = [href, ...also].some((one) => path === one || path.startsWith(`${one}/`));
  return (
    <li>
      <Link
        href={href}
        aria-current={isHere ? "page" : undefined}
        className={cn(
          "group flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground",
          isHere && "bg-accent text-accent-foreground",
        )}
      >
        <span className={cn("shrink-0 [&>svg]:size-4", isHere ? "text-primary" : "opacity-80")}>
          {icon}
        </span>
        <span className="flex-1 truncate">{label}</span>
        {note && note.count !== 0 ? (
          <span className="tabular text-xs text-primary">
            <span aria-hidden>{note.count === undefined ? <Dot /> : shortCount(note.count)}</span>
            <span className="sr-only">{note.label}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}

const shortCount = (count: number) => (count > 999 ? "999+" : count);

function Dot() {
  return <span className="block size-2 rounded-full bg-destructive" />;
}

const Sheet = lazyWithFallback(() => import("#components/ui/sheet"), Unreachable);

export function MobileMenu({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const path = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  return (
    <>
      <IconButton
        icon={icon}
        label="Open menu"
        size="icon"
        aria-haspopup="dialog"
        onClick={() => setOpenOn(path)}
        className="-ml-2"
      />
      {openOn === path ? (
        <Sheet onClose={() => setOpenOn(null)} label="Menu">
          <div className="flex h-14 shrink-0 items-center px-4">
            <ProductBrand />
          </div>
          <div className="flex flex-1 flex-col px-3 pb-4">{children}</div>
        </Sheet>
      ) : null}
    </>
  );
}
