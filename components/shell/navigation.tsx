"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Brand } from "#components/shell/brand";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { createStore, useStore } from "#components/ui/store.ts";
import { countOf } from "#lib/core/count";

/** The effect of a change on the unread count. `at`: server time from which the count includes it. */
type UnreadChange = { at: number; delta: number };

/** The inbox's changes, for the navigation: it shows on pages that don't load the inbox's scripts. */
export const unreadChanges = createStore<readonly UnreadChange[]>([]);

/** @param asOf - when `unread` was counted: server time in epoch milliseconds */
function useUnreadCount(unread: number, asOf: number): number {
  const since = useStore(unreadChanges).filter(({ at }) => at >= asOf);
  return Math.max(
    0,
    since.reduce((sum, { delta }) => sum + delta, unread),
  );
}

/** A link with a server-rendered icon. */
export type NavigationPlace = { href: string; label: string; icon: ReactNode };

export type NavigationFigures = {
  /** Unread messages in the inbox at `asOf`, in epoch milliseconds. */
  unread: number;
  asOf: number;
  /** Onboarding steps left. The link is hidden at 0. */
  openSteps: number;
  /** True if the deliveries page has something to do. */
  needsAttention: boolean;
};

type NavigationProps = NavigationFigures & {
  welcome: NavigationPlace;
  work: readonly NavigationPlace[];
  workspace: readonly NavigationPlace[];
};

export function Navigation(props: NavigationProps) {
  const { openSteps, needsAttention, welcome, work, workspace } = props;
  const unread = useUnreadCount(props.unread, props.asOf);
  const notes: Readonly<Record<string, Note>> = {
    [welcome.href]: { count: openSteps, label: `${countOf(openSteps, "step")} left` },
    "/inbox": { count: unread, label: `${unread} unread` },
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

function Entry({ href, label, icon, note }: NavigationPlace & { note: Note | undefined }) {
  const path = usePathname();
  const isHere = path === href || path.startsWith(`${href}/`);
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
            <Brand />
          </div>
          <div className="flex flex-1 flex-col px-3 pb-4">{children}</div>
        </Sheet>
      ) : null}
    </>
  );
}
