"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { totalsChange } from "#components/inbox/marks";
import { useChangeLog } from "#components/inbox/use-changes";
import { type Place, WELCOME, WORK, WORKSPACE } from "#components/shell/places";
import { cn } from "#components/ui/cn";

export type NavigationProps = {
  /** Unread messages of the inbox when the service looked, in epoch milliseconds. */
  unread: number;
  asOf: number;
  /** Steps of the way in that are still open; none: the way in is not shown any more. */
  openSteps: number;
};

export function Navigation({ unread: known, asOf, openSteps }: NavigationProps) {
  const unread = Math.max(0, known + totalsChange(useChangeLog(), asOf, "inbox").unread);
  return (
    <nav aria-label="Main" className="flex flex-col gap-6">
      <ul className="flex flex-col gap-0.5">
        {openSteps > 0 ? (
          <Entry item={WELCOME} note={String(openSteps)} noteLabel={`${openSteps} steps left`} />
        ) : null}
        {WORK.map((item) =>
          item.href === "/inbox" && unread > 0 ? (
            <Entry
              key={item.href}
              item={item}
              note={unread > 999 ? "999+" : String(unread)}
              noteLabel={`${unread} unread`}
            />
          ) : (
            <Entry key={item.href} item={item} />
          ),
        )}
      </ul>
      <ul className="flex flex-col gap-0.5">
        {WORKSPACE.map((item) => (
          <Entry key={item.href} item={item} />
        ))}
      </ul>
    </nav>
  );
}

type EntryProps = { item: Place; note?: string; noteLabel?: string };

function Entry({ item: { href, label, Icon }, note, noteLabel }: EntryProps) {
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
        <Icon
          aria-hidden
          className={cn("size-4 shrink-0", isHere ? "text-primary" : "opacity-80")}
        />
        <span className="flex-1 truncate">{label}</span>
        {note ? (
          <span className="tabular text-xs text-primary">
            <span aria-hidden>{note}</span>
            <span className="sr-only">{noteLabel}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}
